"""Django's settings for the site, on top of the desk's.

    ARBITRO_PROFILE   local (default: one laptop in a hall, plain HTTP) or server (HTTPS, secure cookies, HSTS)
    ARBITRO_PROXIES   how many trusted proxies stand before the site (default 0): their X-Forwarded-For is believed
    ARBITRO_POOL      connections to PostgreSQL that one process may have at most (default 10), plus two for the streams
    ARBITRO_METRICS   on: /metrics is told to everybody, not to this machine alone
    ARBITRO_HOSTS     names the site answers to, separated by commas; default: every name (local), required (server)

Everything else: `desk.django_settings`.
"""

from __future__ import annotations

import os
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from arbitro.desk.django_settings import *  # noqa: F403
from arbitro.desk.django_settings import DATABASES, hosts
from arbitro.desk.django_settings import INSTALLED_APPS as DESK_APPS

HERE = Path(__file__).parent
SERVER = os.environ.get("ARBITRO_PROFILE", "local") == "server"
PROXIES = int(os.environ.get("ARBITRO_PROXIES") or 0)
LOGIN_PAUSE_FACTOR = 1.0  # how much of the pause after wrong passwords is kept; tests have no time
DEBUG = False
HOSTS = hosts(SERVER)
ALLOWED_HOSTS = HOSTS if SERVER else HOSTS or ["*"]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in HOSTS if SERVER and host != "*"]

INSTALLED_APPS = [
    *DESK_APPS,
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "arbitro.web",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "arbitro.web.middleware.packed",
    "arbitro.web.middleware.headers",
    "arbitro.web.elsewhere.readable_elsewhere",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "arbitro.web.middleware.language",
    "arbitro.web.middleware.plain_errors",
]
# Every request has a thread of its own: a connection kept for it would be lost with it. A pool hands them on.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if DATABASES["default"]["ENGINE"].endswith("postgresql"):
    DATABASES["default"]["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": int(os.environ.get("ARBITRO_POOL") or 10),
        "timeout": 5,  # seconds that a page waits for a connection before it says that there is none
        "reconnect_timeout": 2,  # then whoever asks next tries anew: after a long absence no pause grows to minutes
        "max_lifetime": 600,
    }

ROOT_URLCONF = "arbitro.web.urls"
ASGI_APPLICATION = "arbitro.web.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
            ],
            "builtins": ["arbitro.web.templatetags.arbitro"],
        },
    }
]

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Spanish")), ("en", _("English"))]
LOCALE_PATHS = [HERE / "locale"]
FORMAT_MODULE_PATH = ["arbitro.web.formats"]
USE_I18N = True

STATIC_URL = "static/"
STATICFILES_DIRS: list[str] = []
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "arbitro.web.static_files.Numbered"},
}

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk"
LOGOUT_REDIRECT_URL = "home"
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 300  # programs of electronic boards write one for each board
FILE_UPLOAD_MAX_MEMORY_SIZE = 8 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 200  # a folder of tournaments: `desk.sorting.MOST_FILES`
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"

if SERVER:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600  # this host alone, and not preloaded: its owner may change their mind
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # subdomains and preloading, for the reason above
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"brief": {"()": "arbitro.web.logs.Brief"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["brief"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
}
