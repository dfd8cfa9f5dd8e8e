"""Executors; they live in concurrent.futures."""

from concurrent.futures import *
from concurrent.futures import Executor, Future
