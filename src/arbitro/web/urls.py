"""The addresses of the site.

/                        what is on                       public
/e/EVENT/TOURNAMENT/…    the public pages of a tournament  public
/screen/…                the hall's screens                public
/api/…                   JSON                              public
/desk/…                  the arbiter's pages               desk
/accounts/…              log in, log out, invitations      desk
"""

from django.urls import include, path
from django.views.i18n import set_language

urlpatterns = [
    path("language", set_language, name="set_language"),
    path("desk/", include("arbitro.web.desk.urls")),
    path("accounts/", include("arbitro.web.desk.account_urls")),
    path("", include("arbitro.web.public.urls")),
]
