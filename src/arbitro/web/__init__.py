"""The site: the arbiter's desk, the players' pages, the hall's screens, the API.

No rules here: views read snapshots and give commands (`arbitro.desk`); the rule rooms answer. Nothing is loaded from
another host.
"""
