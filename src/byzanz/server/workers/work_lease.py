"""The lease of jobs and analyses: a process that takes one has to renew it, or another takes it."""

WORK_LEASE = 3000  # milliseconds from the last renewal until another process may take the work
