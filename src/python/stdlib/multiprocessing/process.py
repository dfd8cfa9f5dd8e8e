"""A part of multiprocessing."""

from multiprocessing import current_process, parent_process, active_children, Process
