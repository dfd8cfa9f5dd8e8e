"""No time is modelled."""
