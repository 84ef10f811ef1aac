"""Log in, log out, make an account, accept an invitation."""

from django.contrib.auth import views as auth
from django.urls import path

from arbitro.web.desk import accounts

urlpatterns = [
    path("login", accounts.login, name="login"),
    path("logout", auth.LogoutView.as_view(), name="logout"),
    path("new", accounts.new, name="account-new"),
    path("invitation/<str:secret>", accounts.invitation, name="invitation"),
]
