"""The words of the procedures: states, persons and acts as people read them.

A procedure is a table of acts (`arbitro.workflow`); its states and persons are English words, its acts short names that
are typed. `said` gives each of them in the reader's language; `person_named` takes a person back in either language.
Not here: the procedures (`appeals`, `cases`, `incidents`, `fairplay.investigation`).
"""

from __future__ import annotations

from collections.abc import Iterable

from arbitro.i18n import gettext_for
from arbitro.officials.checks import N_

_ = gettext_for("officials")

PROCEDURES = (
    N_("disciplinary case"), N_("corrective action"), N_("fast track"), N_("arbiters' disciplinary case"),
    N_("appeal"), N_("incident"), N_("fair-play investigation"), N_("online fair-play investigation"),
)  # fmt: skip
STATES = (
    N_("accepted"), N_("admissible"), N_("answered"), N_("appealed"), N_("at the CAS"), N_("at the Council"),
    N_("at the DSC"), N_("at the EDC"), N_("before a single member"), N_("closed"), N_("communicated"),
    N_("communicated on appeal"), N_("decided"), N_("decided on appeal"), N_("decision"), N_("dismissed"),
    N_("enforced"), N_("fact finding"), N_("fast track"), N_("filed"), N_("final"), N_("found"), N_("heard"),
    N_("inadmissible"), N_("incomplete"), N_("investigation"), N_("lapsed"), N_("may be appealed"), N_("notified"),
    N_("observed"), N_("proposed"), N_("published"), N_("received"), N_("recorded"), N_("referred"), N_("rejected"),
    N_("reported"), N_("ruled"), N_("sent to EDC"), N_("served"), N_("settled"), N_("submissions"), N_("triage"),
    N_("under review"), N_("upheld"), N_("withdrawn"),
)  # fmt: skip
PERSONS = (
    N_("AC"), N_("ARB"), N_("CAS"), N_("DSC"), N_("EDC"), N_("EDC President"), N_("EDC single member"), N_("FFC"),
    N_("FIC"), N_("FIDE Council"), N_("FIDE President"), N_("FPL"), N_("FPL chair"), N_("Secretariat"), N_("accused"),
    N_("arbiter"), N_("captain"), N_("chief arbiter"), N_("chief organiser"), N_("committee"), N_("complainant"),
    N_("delegate"), N_("federation"), N_("head of delegation"), N_("investigator"), N_("other party"), N_("panel"),
    N_("party"), N_("player"), N_("respondent"), N_("review panel"),
)  # fmt: skip
ACTS = {
    "accept": N_("accept the proposal"), "accept_decision": N_("accept the decision"), "admit": N_("admit"),
    "answer": N_("answer"), "appeal": N_("appeal against it"), "appeal_cas": N_("appeal to the CAS"),
    "ask_for_content": N_("ask for what is missing"), "ask_for_more": N_("ask for more"), "award": N_("award"),
    "become_final": N_("become final"), "close": N_("close"), "communicate": N_("communicate"),
    "communicate_appeal": N_("communicate the decision on appeal"), "complete": N_("complete the complaint"),
    "conciliate": N_("conciliate"), "council_decides": N_("the Council decides"), "decide": N_("decide"),
    "decide_appeal": N_("decide the appeal"), "decide_review": N_("decide the review"),
    "decision": N_("take a decision"), "declare_inadmissible": N_("declare inadmissible"),
    "decline": N_("decline the proposal"), "dismiss": N_("dismiss"),
    "enforce": N_("enforce"), "fact_finding": N_("find the facts"), "fast_track": N_("propose the fast track"),
    "find": N_("find"), "hear": N_("hear the parties"), "inadmissible": N_("declare inadmissible"),
    "inform": N_("inform the arbiter"), "inform_accused": N_("inform the accused"), "lapse": N_("lapse"),
    "no_answer": N_("note that no answer came"), "not_referred": N_("not refer"), "notify": N_("notify"),
    "open": N_("open the investigation"), "provisional_measure": N_("order a provisional measure"),
    "publish": N_("publish"), "reconsider": N_("reconsider"), "record": N_("record"), "refer": N_("refer"),
    "reject": N_("reject"), "reply": N_("reply"), "report": N_("report"), "review": N_("ask for a review"),
    "rule": N_("rule"), "seat": N_("seat the committee"), "served": N_("note as served"),
    "statement": N_("make a statement"), "submit": N_("make a submission"), "to_dsc": N_("send to the DSC"),
    "to_edc": N_("send to the EDC"), "triage": N_("triage the case"), "uphold": N_("uphold"),
    "withdraw": N_("withdraw"),
}  # fmt: skip


def said(word: str) -> str:
    """A procedure, a state or a person in the reader's language."""
    return _(word)


def act_said(act: str) -> str:
    """What an act is, in the reader's language."""
    return said(ACTS.get(act, act))


def person_named(text: str, persons: Iterable[str]) -> str:
    """The person of a procedure that a user names in English or in the language in use; unknown words stay."""
    wanted = text.strip().casefold()
    return next((p for p in persons if wanted in (p.casefold(), said(p).casefold())), text)
