"""What the site itself keeps in the database: the tries of those who log in, shared by all workers."""

from __future__ import annotations

from django.db import models


class Try(models.Model):
    """One try at something that is limited. The key is a digest: no names, no addresses."""

    key = models.CharField(max_length=32)
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["key", "at"])]
