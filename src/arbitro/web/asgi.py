"""The site for uvicorn or any other ASGI server: `uvicorn arbitro.web.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitro.web.settings")
application = get_asgi_application()
