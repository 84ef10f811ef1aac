"""What the program answers today, kept: JSON of every command, pages of the site, the text of the papers.

A difference is a defect or an intended change; `python -m tests.golden renew PATTERN` keeps the new answer.
"""
