"""Experimental attention: not modelled."""
