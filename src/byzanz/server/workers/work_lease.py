"""The lease of jobs and analyses.

A process that takes work has to renew its lease; otherwise another process takes the work.
"""

WORK_LEASE = 3000  # milliseconds from the last renewal until another process may take the work
