"""The site's settings for tests: data in a folder of their own, quick password hashing."""

import os
import tempfile

os.environ["ARBITRO_DATA"] = tempfile.mkdtemp(prefix="arbitro-test-")
os.environ["ARBITRO_SECRET_KEY"] = "the key of the tests, the same in every run of them"
os.environ.pop("DATABASE_URL", None)
os.environ["ARBITRO_BACKUP_MINUTES"] = "0"  # no copies in the background; tests that want one set it

from arbitro.web.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_PAUSE_FACTOR = 0.0
