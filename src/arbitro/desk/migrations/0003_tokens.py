"""Tokens for programs."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("desk", "0002_signatures"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Token",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("api", "Api")], max_length=10)),
                ("name", models.CharField(max_length=80)),
                ("role", models.CharField(choices=[("owner", "owner"), ("chief", "chief"), ("arbiter", "arbiter"), ("entry", "entry"), ("viewer", "viewer")], max_length=10)),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("made", models.DateTimeField()),
                ("last_used", models.DateTimeField(blank=True, null=True)),
                ("revoked", models.DateTimeField(blank=True, null=True)),
                ("event", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="desk.event")),
                ("maker", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
        ),
    ]  # fmt: skip
