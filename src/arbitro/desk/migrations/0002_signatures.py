"""Sign the entries that are there; remember when invitations were used; links for new passwords."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone


def sign_what_is_there(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Entries of before are taken as they are; from now on a change shows."""
    from arbitro.desk.chain import sign

    entries = apps.get_model("desk", "JournalEntry").objects
    batch = []
    for entry in entries.only("pk", "digest").iterator(chunk_size=2000):
        entry.signature = sign(entry.digest)
        batch.append(entry)
        if len(batch) == 2000:
            entries.bulk_update(batch, ["signature"])
            batch = []
    entries.bulk_update(batch, ["signature"])
    used = apps.get_model("desk", "Invitation").objects.filter(used_by__isnull=False)
    used.update(used=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("desk", "0001_initial"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField("journalentry", "signature", models.CharField(blank=True, default="", max_length=100)),
        migrations.AddField("invitation", "used", models.DateTimeField(blank=True, null=True)),
        migrations.CreateModel(
            name="PasswordLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret_hash", models.CharField(max_length=64, unique=True)),
                ("expires", models.DateTimeField()),
                ("used", models.DateTimeField(blank=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(sign_what_is_there, migrations.RunPython.noop),
    ]
