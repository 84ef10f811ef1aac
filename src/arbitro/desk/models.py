"""What the database keeps: events, their tournaments, the journals, who may do what, and the register of players.

The journal is append-only: entries are inserted, never changed or deleted, and the unique number per tournament is what
two desks compete for. Everything else about a tournament is folded from it.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from arbitro.desk.roles import Role


class Event(models.Model):
    """A gathering with one or more tournaments (A, B, women, U12) and its officials."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Section(models.Model):
    """One tournament of an event; `feeds` is the stage that its best go on to."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sections")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=200)
    place = models.PositiveIntegerField(default=1)  # order inside the event
    games_indexed = models.PositiveIntegerField(default=0)  # up to which journal number `GameRow` knows its games
    feeds = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="fed_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "slug"], name="one_slug_per_event")]
        ordering = ["place", "id"]

    def __str__(self) -> str:
        return f"{self.event.slug}/{self.slug}"


class JournalEntry(models.Model):
    """One decision. `digest` chains the entries, so that copies can be compared and tampering shows."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="journal")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=32)
    payload = models.JSONField()
    version = models.PositiveSmallIntegerField()
    touches = models.JSONField()
    who = models.CharField(max_length=150)
    at = models.CharField(max_length=32)  # ISO 8601, UTC
    why = models.TextField(blank=True)
    remark = models.TextField(blank=True)  # the integrity log's line
    digest = models.CharField(max_length=64)
    signature = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="one_entry_per_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.section_id}#{self.number} {self.kind}"


class GameRow(models.Model):
    """A game as it is searched: made from the journal by `games.bring_up_to_date`."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="games")
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(default=0)
    entry = models.PositiveIntegerField()  # the journal number that brought it
    white = models.CharField(max_length=120, db_index=True)  # folded, as in the register
    black = models.CharField(max_length=120, db_index=True)
    white_name = models.CharField(max_length=200, default="")
    black_name = models.CharField(max_length=200, default="")
    result = models.CharField(max_length=10, db_index=True)
    plies = models.PositiveSmallIntegerField(db_index=True)
    opening = models.CharField(max_length=96, db_index=True)  # the first half-moves as squares: e2e4e7e5g1f3

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "round", "board", "leg"], name="one_game_per_board")]

    def __str__(self) -> str:
        return f"{self.section_id} {self.round}.{self.board}"


class Feed(models.Model):
    """A file of electronic boards that is followed: where, when it was last read, and what was wrong then."""

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="feed")
    place = models.CharField(max_length=500)
    heard = models.DateTimeField()
    trouble = models.CharField(max_length=300, blank=True)

    def __str__(self) -> str:
        return f"{self.section_id} {self.place}"


class FeedBoard(models.Model):
    """A board of a feed while it is played; `version` rises with every change in the tournament."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="feed_boards")
    round = models.PositiveSmallIntegerField()
    board = models.PositiveSmallIntegerField()
    leg = models.PositiveSmallIntegerField(default=0)
    packed = models.JSONField()  # as the journal will keep it
    version = models.PositiveIntegerField()
    moved = models.DateTimeField()
    lost = models.CharField(max_length=200, blank=True)  # illegal or gone: why nothing more can be read of it
    kept = models.BooleanField(default=False)  # an arbiter keeps the journal's moves of this board

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "round", "board", "leg"], name="one_feed_per_board")]
        indexes = [models.Index(fields=["section", "version"], name="feed_by_version")]

    def __str__(self) -> str:
        return f"{self.section_id} {self.round}.{self.board}"


class Membership(models.Model):
    """A user's role in an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=[(role.value, role.value) for role in Role])

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="one_role_per_event")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Invitation(models.Model):
    """A link that gives a role until it expires or is used. Only a hash of the link's secret is kept."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=[(role.value, role.value) for role in Role])
    secret_hash = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)

    def __str__(self) -> str:
        return f"{self.event_id} {self.role}"


class PasswordLink(models.Model):
    """A link with which an account gets a new password, once. Only a hash of the link's secret is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="password_links")
    secret_hash = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}"


class Token(models.Model):
    """A secret that lets a program act in an event with a role, or one person in a tournament, as `tokens` tells.

    Only a hash of the secret is kept. `holder` is whose personal link it is: an entrant's id, or a team's number.
    """

    class Kind(models.TextChoices):
        API = "api"
        PLAYER = "player"
        CAPTAIN = "captain"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tokens")
    section = models.ForeignKey(Section, null=True, blank=True, on_delete=models.CASCADE, related_name="links")
    holder = models.PositiveIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.CharField(max_length=200)
    role = models.CharField(max_length=10, choices=[(role.value, role.value) for role in Role])
    scopes = models.CharField(max_length=60, default="all")  # words of `tokens.Scope`
    secret_hash = models.CharField(max_length=64, unique=True)
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE)
    made = models.DateTimeField()
    last_used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)

    is_authenticated = True  # stands where a request has its user

    def __str__(self) -> str:
        return self.get_username()

    def get_username(self) -> str:
        """Who did it, in the journal."""
        return f"token: {self.name}"


class Application(models.Model):
    """What somebody wrote into the public entry form. Contact data are here, not in the journal: they can be erased."""

    class Status(models.TextChoices):
        NEW = "new"
        WAITING = "waiting"  # on the waiting list
        TAKEN = "taken"
        REFUSED = "refused"

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="applications")
    link = models.OneToOneField(Token, null=True, on_delete=models.SET_NULL, related_name="application")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.NEW)
    player = models.JSONField()  # as the command `enter` takes it
    contact = models.JSONField(default=dict)  # mail, phone, guardian, words to the organiser; {} once erased
    agreed = models.JSONField(default=list)  # the lines that were agreed to, as they were shown
    fee = models.CharField(max_length=20, blank=True)  # as the regulations ask, in the currency of the form
    paid = models.BooleanField(default=False)
    at = models.DateTimeField()
    entrant = models.PositiveIntegerField(null=True, blank=True)  # once taken

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.section_id} {self.player.get('name', '')}"


class RegisteredPlayer(models.Model):
    """A player of the rating list, searched by `register`."""

    fide_id = models.CharField(max_length=11, unique=True)
    name = models.CharField(max_length=120)
    folded = models.CharField(max_length=120)  # lower case, no accents: what is searched
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    title = models.CharField(max_length=3, blank=True)
    birth_year = models.PositiveSmallIntegerField(default=0)
    standard = models.PositiveSmallIntegerField(default=0)
    rapid = models.PositiveSmallIntegerField(default=0)
    blitz = models.PositiveSmallIntegerField(default=0)
    k = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.fide_id} {self.name}"
