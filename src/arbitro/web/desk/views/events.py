"""Whole events: brought in from a file, taken off the site with a copy kept; groups that feed a final."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from arbitro.desk import backup, store
from arbitro.desk.accounts import role_of
from arbitro.desk.commands import Role
from arbitro.desk.events import archive, archived, create_event, divide
from arbitro.desk.importing import Preview, import_tournament, looked_at
from arbitro.desk.models import Event, Membership, Section
from arbitro.desk.sorting import is_copy, sort_files, stranger
from arbitro.desk.switching import switched
from arbitro.desk.tables import advance_groups
from arbitro.errors import FileError, Refused
from arbitro.files.forms import content, form_of
from arbitro.files.text import decode
from arbitro.files.trf import parse as parse_trf
from arbitro.files.trf import write as write_trf
from arbitro.web.desk.views.common import Desk, account, any_desk, at_desk, event_desk, integer

LARGEST = 32 << 20


@any_desk
def bring_in(request: HttpRequest) -> HttpResponse:
    """A tournament of another program (TRF), or a copy of an event: with everything that was adjusted."""
    if request.method != "POST":
        return render(request, "desk/bring_in.html", {"archived": archived()})
    if "text" in request.POST:  # the file of the page before, looked through and confirmed
        said = request.POST.getlist("note")[:100]
        name, file = request.POST.get("name", ""), request.POST.get("from", "")[:120]
        return _store(request, _beside(request, look_through(request.POST["text"].encode(), name, file, said)))
    if "sorted" in request.POST:  # one of several files, or of another program, as a report file
        name = request.POST.get("name", "").strip()
        return _shown(request, request.POST["sorted"].encode(), name, request.POST.getlist("note")[:100])
    uploads = request.FILES.getlist("file")
    upload = uploads[0] if uploads else None
    chosen = request.POST.get("copy", "")
    if chosen:
        known = {path.name: path for path in archived()}
        if chosen not in known:
            raise Refused(_("There is no such copy."))
        return _restore(request, known[chosen])
    if upload is None:
        raise Refused(_("Choose a file."))
    if (upload.size or 0) > LARGEST:
        raise Refused(_("The file is larger than {n} MB.").format(n=LARGEST >> 20))
    if sum(one.size or 0 for one in uploads) > LARGEST:
        raise Refused(_("These files together are larger than {n} MB.").format(n=LARGEST >> 20))
    if len(uploads) > 1 or (upload.name or "").lower().endswith(".zip"):
        heap = [(one.name or "", one.read()) for one in uploads]
        if len(heap) > 1 or not is_copy(heap[0][1]):
            return render(request, "desk/sorted.html", {"files": sort_files(heap)})
        upload.seek(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, Path(upload.name or "file").name or "file")
        path.write_bytes(upload.read())
        if path.suffix in (".arbitro", ".zip"):
            return _restore(request, path)
        data = path.read_bytes()
    try:
        return _one(request, data, path.name)
    except FileError:
        if told := stranger(path.name, data):
            raise Refused(f"{path.name}: {told}") from None
        raise


def _one(request: HttpRequest, data: bytes, file: str) -> HttpResponse:
    """A single file: looked through if it holds rounds, else said what it is."""
    name = request.POST.get("name", "").strip()
    if (form := form_of(data, file)) in ("trf16", "trf26"):
        return _shown(request, data, name, file=file)
    held = content(data, file, form)
    if not held.tournament.rounds_paired:
        return render(request, "desk/sorted.html", {"files": sort_files([(file, data)])})
    return _shown(request, write_trf(held.tournament, 26).encode(), name, [*held.warnings, *held.assumptions])


def _shown(request: HttpRequest, data: bytes, name: str, said: Sequence[str] = (), file: str = "") -> HttpResponse:
    """The tournament of a report file, looked through; stored at once where nothing is to be said of it."""
    preview = _beside(request, look_through(data, name, file, said))
    if not preview.notes:
        return _store(request, preview)
    name = name or preview.settings.name
    kept = request.POST.getlist("kept")[:100]
    context = {"preview": preview, "text": decode(data), "name": name, "said": said, "file": file, "kept": kept}
    return render(request, "desk/look_through.html", context, status=409)


def look_through(data: bytes, name: str, file: str = "", said: Sequence[str] = ()) -> Preview:
    """What a report file would become, with everything that is assumed or adjusted; nothing is stored yet.

    `said` is what was remarked when another file was read, of which this is the text: it is not said again.
    """
    source = parse_trf(data, file or None)
    return looked_at(source.tournament, name, said or (*source.warnings, *source.assumptions))


def _beside(request: HttpRequest, preview: Preview) -> Preview:
    """With what is kept of the tournament that ran beside another program, where the arbiter switches over from it."""
    if "beside" not in request.POST:
        return preview
    event, _slash, section = request.POST["beside"].partition("/")
    found = get_object_or_404(Section.objects.select_related("event"), event__slug=event, slug=section)
    if role_of(request.user, found.event) in (None, Role.VIEWER):
        raise store.Forbidden(_("You have no role in this event."))
    return switched(preview, store.state_of(found.pk).settings, request.POST.getlist("kept"))


def _store(request: HttpRequest, preview: Preview) -> HttpResponse:
    with transaction.atomic():
        event = create_event(preview.settings.name, account(request))
        imported = import_tournament(event, preview, who=account(request).get_username(), role=Role.OWNER)
    context = {
        "event": event,
        "section": imported.section,
        "notes": imported.adjustments,
        "tournament": preview.tournament,
    }
    return render(request, "desk/brought_in.html", context)


def _restore(request: HttpRequest, path: Path) -> HttpResponse:
    """Bring a copy back; a copy of an event that others own is theirs to restore."""
    copy = backup.read(path)
    known = Event.objects.filter(slug=copy.slug).first()
    if known is not None and not known.members.filter(user_id=account(request).pk, role=Role.OWNER.value).exists():
        raise store.Forbidden(_("This event is on the site already; only its owner may restore a copy of it."))
    with transaction.atomic():
        event = backup.restore(copy)
        if known is None:
            Membership.objects.get_or_create(event=event, user=account(request), defaults={"role": Role.OWNER.value})
    messages.success(request, _("{name} is restored.").format(name=event.name))
    return redirect("desk")


@event_desk
def remove(request: HttpRequest, event: Event, role: Role) -> HttpResponse:
    """Take an event off the site: asked for by its name; a copy is kept and can be brought back."""
    if role is not Role.OWNER:
        raise store.Forbidden(_("Only the owner may do this."))
    if request.method == "POST":
        if request.POST.get("slug", "").strip() != event.slug:
            raise Refused(_("Type {slug} to take the event off the site.").format(slug=event.slug))
        copy = archive(event)
        messages.success(request, _("Taken off the site; the copy is {path}.").format(path=copy.name))
        return redirect("desk")
    return render(request, "desk/remove.html", {"event": event})


@at_desk
def stages(desk: Desk) -> HttpResponse:
    """Groups and the stage that follows: divide the players by strength, or enter the best of groups that are over."""
    post = desk.request.POST
    others = list(desk.event.sections.exclude(pk=desk.section.pk))
    if desk.request.method == "POST":
        if desk.role not in (Role.OWNER, Role.CHIEF):
            raise store.Forbidden(_("Only the owner and the chief arbiter may do this."))
        who = desk.request.user.get_username()
        if post.get("action") == "divide":
            made = divide(desk.section, integer(post.get("groups")) or 0, who=who, role=desk.role)
            messages.success(desk.request, ", ".join(section.name for section in made))
            return redirect("desk")
        chosen = [section for section in others if str(section.pk) in post.getlist("source")]
        if not chosen:
            raise Refused(_("Choose the groups."))
        advance_groups(chosen, desk.section, integer(post.get("places")) or 0, who=who, role=desk.role)
        return redirect(desk.url("desk-players"))
    return desk.render("desk/stages.html", {"others": others})
