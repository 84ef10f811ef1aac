"""The site for uvicorn or any other ASGI server: `uvicorn arbitro.web.asgi:application`."""

import os
import sys
from importlib import import_module
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitro.web.settings")
django_application = get_asgi_application()

from arbitro.web.front import App, Front  # noqa: E402  (they need Django's settings)
from arbitro.web.making import Maker  # noqa: E402
from arbitro.web.static_files import StaticFiles  # noqa: E402

import_module("arbitro.web.urls")  # before the first visitor, not for them
sys.setswitchinterval(0.001)  # a page that takes long to make leaves the event loop its turns
application = StaticFiles(Front(cast(App, django_application), Maker()))
