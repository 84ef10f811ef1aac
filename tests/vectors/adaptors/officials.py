"""Arbiters, fair play, discipline, online chess (arbiters.json, officials.json); competition rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import date
from fractions import Fraction
from typing import Any

import chess

from arbitro.dates import parse_date
from arbitro.fairplay import complaints, conduct, investigation, levels, statistics
from arbitro.laws import automatic_draw, is_dead
from arbitro.laws.rulings import incident_from, rule
from arbitro.model.time_control import Period, TimeControl
from arbitro.officials import (
    appeals,
    applications,
    appointments,
    arbiters,
    cases,
    categories,
    equipment,
    online,
    participation,
    sanctions,
    timing,
    training,
)
from arbitro.officials.checks import Report, Requirement
from arbitro.records import decode
from tests.vectors.registry import Vector, adaptor

Inputs = dict[str, Any]
SYSTEMS = {"ko": "knockout", "knock_out": "knockout", "team_league": "team_top", "league": "team_top"}
ROUTES = {
    "official": "official_fide", "official_event": "official_fide", "fide_official": "official_fide",
    "olympiad": "olympiad_match", "olympiad_match_arbiter": "olympiad_match", "hybrid_event": "hybrid",
    "ibca": "disability_title", "iccd": "disability_title", "ipca": "disability_title",
    "ibca_title": "disability_title", "iccd_title": "disability_title", "ipca_title": "disability_title",
}  # fmt: skip
SANCTIONS = {
    "history": "history_deletion", "award": "return_of_awards", "revoc": "revocation", "licen": "licence_withdrawal",
    "office": "office_exclusion", "membership": "membership_exclusion", "reimburse": "reimbursement",
}  # fmt: skip
BODIES = {
    "assembly": "General_Assembly", "president": "FIDE_President", "council": "FIDE_Council",
    "board": "Management_Board", "organ": "FIDE_organ", "commission": "FIDE_organ",
}  # fmt: skip
OUTCOMES = {
    "unsuccess": "dismissed",
    "part": "partly_upheld", "upheld": "upheld", "succe": "upheld", "accept": "upheld", "dismiss": "dismissed",
    "reject": "dismissed", "withdr": "withdrawn",
}  # fmt: skip
PANELS = {panel.name.lower(): panel for panel in appointments.Panel}
LEVELS = {level.label: level for level in levels.Protection}
COURSES = {
    "initial": training.Course.FA_SEMINAR, "fa": training.Course.FA_SEMINAR, "fa_exam": training.Course.FA_SEMINAR,
    "fa_seminar": training.Course.FA_SEMINAR, "ia_certification": training.Course.IA_CERTIFICATION,
    "certification": training.Course.IA_CERTIFICATION, "refresher": training.Course.REFRESHER,
}  # fmt: skip
STEP_WORDS = {
    conduct.FirstStep.RECORD: "complaint on the form / reasons recorded",
    conduct.FirstStep.WATCH: "watch the game and the opponent",
    conduct.FirstStep.LOG_ABSENCES: "log absences from the board",
    conduct.FirstStep.SCAN_OR_SUBMIT: "possibly scan the player or submit the PGN",
}


def role(name: str) -> appointments.Role:
    """A role by its code, also where the vector spells it out (FAIR_PLAY_OFFICER, MATCH_ARBITER)."""
    plain = name.upper().replace("_", "").replace("FPO", "FAIRPLAY")
    return next(r for r in appointments.Role if plain.startswith(r.value))


def verdict(report: Report) -> dict[str, Any]:
    return {"ok": report.ok, "fails": list(report.fails)}


def iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def certificate_limit(i: Inputs) -> Any:
    try:
        return arbiters.certificate_limit(
            arbiters.EventLevel(i["level"]), norm_system(i["system"]), i.get("players", 0)
        )
    except LookupError:
        return "unspecified"


def worded(word: str | None, table: dict[str, str]) -> str | None:
    """A vector's word in ours: the first key of the table that it contains, else itself."""
    found = (ours for key, ours in table.items() if word is not None and key in word.lower())
    return next(found, word)


def norm_system(name: str) -> arbiters.System:
    """A system by our name or a synonym; what we do not know is another one."""
    known = {system.value: system for system in arbiters.System}
    return known.get(SYSTEMS.get(name, name), arbiters.System.OTHER)


def norm(i: Inputs) -> Inputs:
    """An event of a vector in our words: systems and routes have synonyms, and a route may stand as the system."""
    data = dict(i)
    route = ROUTES.get(str(data.get("route")), data.get("route"))
    system = SYSTEMS.get(str(data.get("system", "other")), data.get("system", "other"))
    known = {r.value for r in arbiters.Route}
    if ROUTES.get(system, system) in known:
        route, system = ROUTES.get(system, system), "other"
    data["system"] = system if system in {s.value for s in arbiters.System} else "other"
    data["route"] = route if route in known else None
    data["approved"] = any(value is True for key, value in i.items() if "approved" in key)
    return data


def event(i: Inputs) -> arbiters.NormEvent:
    return decode(arbiters.NormEvent, norm(i), ignore_unknown=True)


def application(i: Inputs) -> arbiters.Application:
    data = i | {"norms": [norm(one) for one in i.get("norms", [])]}
    return decode(arbiters.Application, data, ignore_unknown=True)


def event_category(i: Inputs) -> str | None:
    kind = i.get("kind", "other")
    kinds = {k.value for k in categories.EventKind}
    if kind not in kinds:
        place = "continental" if "continental" in kind else "world" if "world" in kind else ""
        kind = f"major_{place}" if place else "other"
    data = i | {"kind": kind, "system": SYSTEMS.get(i.get("system", ""), i.get("system", "other"))}
    return categories.event_category(decode(categories.EventProfile, data, ignore_unknown=True))


def inactive_may_act(i: Inputs) -> bool:
    official = any(word in i["event"] for word in ("official", "continental", "world"))
    return i["status"] != "inactive" or categories.inactive_may_act(
        i["role"], official=official, player_norms_possible=i.get("player_norms_possible", True)
    )


def transition(i: Inputs) -> list[str]:
    day, active = categories.transition_2021(i["last_event_year"], i["title"])
    return [day.isoformat(), "active" if active else "inactive"]


def paper(i: Inputs) -> dict[str, Any]:
    stats = training.paper_stats(i["marks"], i["laws"])
    return {
        "total": stats.total, "laws": stats.laws, "laws_pct": round(float(stats.laws_pct), 1),
        "pass_mark": float(stats.pass_mark),
    }  # fmt: skip


def yearly(i: Inputs) -> bool:
    entries = [*i["appointments"], i["new"]]
    return appointments.yearly_limit_ok((e["event"], role(e["role"])) for e in entries)


def seminar_minimum(i: Inputs) -> dict[str, int]:
    hours, days = training.fa_seminar_minimum(i["new_topics"], i["english"])
    return {"hours": hours, "days": days}


def protection(i: Inputs) -> str:
    return levels.protection_level(decode(levels.Event, i, ignore_unknown=True)).label


def waiver(i: Inputs) -> dict[str, str] | None:
    granted = levels.waiver(LEVELS[i["level"]], parse_date(i["start"]))
    return {"authority": granted[0], "latest": granted[1].isoformat()} if granted else None


def measures(i: Inputs) -> bool:
    return levels.measures_sufficient(
        LEVELS[i["level"]],
        annex_a_measures=i["annex_a_measures"],
        device_storage=i.get("device_storage", False),
        anticheating_arbiter=i.get("anticheating_arbiter", False),
        games_to_screening=i.get("games_to_screening", False),
    )


def actions(i: Inputs) -> list[str]:
    allowed = statistics.actions_allowed(
        test=i.get("test"),
        z=i.get("z"),
        evidence=statistics.Evidence(i.get("evidence") or "none"),
        players=i.get("players", 0),
        singled_out=i.get("singled_out", False),
    )
    return [action.value for action in allowed]


def sanction_of(i: Inputs) -> sanctions.Sanction:
    known = {kind.value for kind in sanctions.Penalty}
    kind = i["type"] if i["type"] in known else worded(i["type"], SANCTIONS)
    beside = i.get("combined_with")
    life = any(value is True for key, value in i.items() if "life" in key) or "life" in (beside or "")
    beside = "ban" if "ban" in (beside or "") else beside
    return decode(sanctions.Sanction, i | {"type": kind, "life": life, "combined_with": beside}, ignore_unknown=True)


def edc_valid(i: Inputs) -> bool:
    return sanctions.edc_sanction_fault(sanction_of(i)) is None


def dsc_valid(i: Inputs) -> bool:
    sanction = sanction_of(i)
    return sanctions.dsc_sanction_fault(sanction, repeat=i.get("repeat", False)) is None


def standing(i: Inputs) -> bool:
    return cases.has_standing(
        i["category"],
        directly_affected=i.get("directly_affected", False),
        substantial_interest=i.get("substantial_interest", False),
        acts_for=worded(i.get("acts_for"), BODIES),
    )


def dsc_members(i: Inputs) -> bool:
    def marked(member: Inputs, word: str) -> bool:
        return any(value is True for key, value in member.items() if word in key)

    members = [m | {"in_arb": marked(m, "arb"), "sanctioned": marked(m, "sanction")} for m in i["members"]]
    return cases.dsc_composition_ok([decode(cases.Member, m, ignore_unknown=True) for m in members])


def draw(i: Inputs) -> str | None:
    """5.4 on a board that is as the case says: the Laws' own test of what draws a game unclaimed."""
    board = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" if i.get("stalemate") else chess.STARTING_FEN)
    if i.get("dead_position"):
        board = chess.Board("8/8/8/4k3/8/8/4K3/8 w - - 0 1")
    board.halfmove_clock = 2 * i.get("moves_each_without_pawn_or_capture", 0)
    drawn = automatic_draw(board, online=True, seen=i.get("repetitions") or 1) or is_dead(board)
    return "draw" if drawn else None


def disconnection(i: Inputs) -> str:
    return online.disconnection_outcome(
        reconnected_before_flag=i.get("reconnected_before_flag", False),
        opponent_can_mate=i.get("opponent_can_mate", True),
        reconnect_limit_s=i.get("reconnect_limit_s"),
        away_s=i.get("away_s"),
    )


def hybrid(i: Inputs) -> dict[str, Any]:
    return {"total": online.hybrid_arbiters(i["venues"]), "per_venue": list(online.LOCAL_ARBITERS)}


def device_found(i: Inputs) -> str | None:
    device = {"kind": "device", "offender": i["offender"], "milder_penalty": i.get("rules_specify_lesser", False)}
    ending = rule(incident_from(device)).ending
    return ending.result.value if ending and ending.result else None


def exam_answer(i: Inputs) -> list[str]:
    return [STEP_WORDS[step] for step in conduct.FIRST_STEPS]


def day(i: Inputs, key: str) -> date:
    return parse_date(i[key])


def optional_day(i: Inputs, key: str) -> date | None:
    return parse_date(i[key]) if i.get(key) else None


JUDGES: dict[str, Callable[[Inputs], Any]] = {
    # titles, categories, training, appointments
    "norm_certificate_limit": certificate_limit,
    "fa_norm_route": lambda i: arbiters.fa_norm_route(event(i)),
    "ia_norm_route": lambda i: arbiters.ia_norm_route(event(i)),
    "fa_application_check": lambda i: verdict(applications.check_fa_application(application(i))),
    "ia_application_check": lambda i: verdict(applications.check_ia_application(application(i))),
    "norm_signatory": lambda i: arbiters.norm_signatory(
        i.get("chief_arbiter_title"), i.get("candidate_is_chief", False), i.get("supervisor_title")
    ),
    "category_upgrade_check": lambda i: verdict(
        categories.check_upgrade(
            decode(categories.Upgrade, {"active": True, "sanctioned": False} | i, ignore_unknown=True)
        )
    ),
    "appointment_allowed": lambda i: appointments.may_serve(
        role(i["role"]), i["event_category"], i["title"], i.get("category")
    ),
    "event_category": event_category,
    "activity_end": lambda i: iso(categories.activity_end(day(i, "reference"))),
    "activity_transition_2021": transition,
    "inactive_may_act": inactive_may_act,
    "fa_seminar_minimum": seminar_minimum,
    "seminar_capacity": lambda i: training.SEMINARS[COURSES[i["kind"]]].capacity,
    "seminar_fee_eur": lambda i: training.seminar_fee(COURSES[i["kind"]], i["participants"]),
    "seminar_application_latest": lambda i: iso(training.application_latest(day(i, "start"))),
    "seminar_report_due": lambda i: iso(training.report_due(day(i, "end"))),
    "exam_passed": lambda i: training.exam_passed(Fraction(str(i["score"])), Fraction(str(i["total"]))),
    "exam_paper_stats": paper,
    "lecturer_accreditation_check": lambda i: verdict(
        training.check_lecturer(decode(training.Trainee, i, ignore_unknown=True))
    ),
    "yearly_limit_ok": yearly,
    "gender_quota_ok": lambda i: appointments.gender_quota_ok(i["women"], i["men"]),
    "panel_share_ok": lambda i: appointments.panel_share_ok(
        i["total"], i["from_panel"], i.get("others_all_local", True)
    ),
    "panel_allows_role": lambda i: appointments.panel_allows(PANELS[i["panel"]], role(i["role"]), i["event_category"]),
    "olympiad_local_match_arbiters_ok": lambda i: appointments.olympiad_local_ok(i["match_arbiters"], i["local"]),
    "suggested_arbiters": lambda i: asdict(appointments.suggested_arbiters(i["players"])),
    "suggested_arbiters_school": lambda i: appointments.suggested_school_arbiters(i["players"], i.get("rooms", 1)),
    # fair play
    "protection_level": protection,
    "waiver": waiver,
    "pgn_submission": lambda i: levels.pgn_submission(
        LEVELS[i["level"]], norm_related=i.get("norm_related", False), tempo=i.get("tempo", "standard")
    ),
    "measures_sufficient": measures,
    "presumption_of_cheating": lambda i: statistics.presumes_cheating(i["z"], statistics.Mode(i["mode"])),
    "z_usable_as_support": lambda i: statistics.usable_as_support(i["z"], i.get("other_evidence", True)),
    "z_min_intrusive": lambda i: statistics.z_for_intrusive_action(
        i["players"], i.get("singled_out_before", False)
    ),
    "arbiter_actions_allowed": actions,
    "statistics_only_outcome": lambda i: statistics.outcome_without_evidence(i["z"]),
    "on_the_spot_disqualification_on_statistics_alone": lambda i: statistics.may_disqualify_on_the_spot(i["z"]),
    "quick_test_unusual_match_pct": lambda i: statistics.unusual_match_percent(i["elo"]),
    "quick_test_capacity": lambda i: list(statistics.quick_test_capacity(i["cores"], i["hours"])),
    "full_test_core_hours": lambda i: list(statistics.full_test_core_hours(i["games"])),
    "report_to": lambda i: complaints.report_to(LEVELS[i["level"]], i.get("title_at_stake"), i.get("party_titles", ())),
    "complaint_admissibility": lambda i: complaints.admissibility(
        decode(complaints.Complaint, i, ignore_unknown=True)
    ).value,
    "fpl_limitation_end": lambda i: iso(
        investigation.limitation_end(day(i, "last_round"), statistics.Mode(i["mode"]))
    ),
    "exam_answer": exam_answer,
    "device_found_result": device_found,
    # discipline
    "edc_appeal_latest": lambda i: iso(
        cases.edc_appeal_latest(day(i, "communicated"), [parse_date(h) for h in i.get("holidays", [])])
    ),
    "dsc_appeal_latest": lambda i: iso(cases.dsc_appeal_latest(day(i, "communicated"))),
    "dsc_decision_copy_latest": lambda i: iso(cases.dsc_decision_copy_latest(day(i, "decided"))),
    "dsc_appeal_fee": lambda i: {
        "fee_eur": cases.DSC_APPEAL_FEE_EUR,
        "refund_eur": cases.dsc_appeal_refund(cases.AppealOutcome(worded(i["outcome"], OUTCOMES))),
    },
    "dsc_in_time": lambda i: cases.dsc_in_time(
        day(i, "act"), day(i, "received"), cases.Nature(i["nature"]), optional_day(i, "known_since")
    ),
    "edc_in_time": lambda i: cases.edc_in_time(day(i, "act"), day(i, "received"), cases.Nature(i["nature"])),
    "dsc_sanction_valid": dsc_valid,
    "edc_sanction_valid": edc_valid,
    "fast_track_ban_valid": lambda i: sanctions.fast_track_fault(Fraction(str(i["months"])), i["stage"]) is None,
    "sanction_lapses": lambda i: iso(sanctions.lapses_on(sanctions.Penalty(i["type"]), day(i, "issued"))),
    "months_to_serve": lambda i: sanctions.months_to_serve(
        i["original_months"], suspended=i["suspended"], reoffended=i["reoffended_in_probation"],
        new_months=i.get("new_months", 0),
    ),
    "remaining_ban_months": lambda i: sanctions.remaining_ban_months(
        i["ban_months"], i["voluntary_provisional_months"]
    ),
    "review_latest": lambda i: iso(cases.review_latest(day(i, "received"))),
    "reconsideration_admissible": lambda i: cases.reconsideration_open(
        day(i, "decision"), day(i, "discovered"), day(i, "requested")
    ),
    "gift_must_be_declared": lambda i: cases.gift_must_be_declared(i["eur"]),
    "has_standing": standing,
    "corrective_authority": lambda i: cases.corrective_authority(
        i["category"], i.get("conduct_is_governance", False), president=i.get("president", False)
    ),
    "dsc_composition_ok": dsc_members,
    # online
    "automatic_draw": draw,
    "colours_reversed": lambda i: online.colours_reversed(i["white_moves"], i["black_moves"]),
    "default_time": lambda i: online.late_arrival(i.get("default_time_s"), i["late_s"]),
    "disconnection_outcome": disconnection,
    "flag_fall_result": lambda i: online.flag_fall_result(i["fen"], i["flag_fell"]),
    "platform_draw_valid": lambda i: online.platform_draw_valid(i["fen"], i.get("flag_fell")),
    "hybrid_min_arbiters": hybrid,
    "hybrid_registration_latest": lambda i: iso(
        online.hybrid_registration_latest(day(i, "start"), i["norms_possible"])
    ),
    "physical_set_allowed": lambda i: online.physical_set_allowed(
        i["increment_s"], i["from_move"], i["regulations_allow"]
    ),
    "recording_erase_on": lambda i: iso(
        online.recording_erase_on(day(i, "results_announced"), i["proceedings_open"])
    ),
    "disability_documents_latest": lambda i: iso(online.disability_documents_latest(day(i, "start"))),
}  # fmt: skip


@adaptor("officials.json", *JUDGES)
@adaptor("arbiters.json", *JUDGES)
def arbiters_json(vector: Vector) -> None:
    assert JUDGES[vector.kind](vector["input"]) == vector["expected"]


@adaptor("officials.json", "one_sided_one_in")
@adaptor("arbiters.json", "one_sided_one_in")
def rarity(vector: Vector) -> None:
    expected = vector["expected"]
    assert abs(statistics.one_in(vector["input"]["z"]) - expected) <= expected / 1000


# --- competition rules ------------------------------------------------------------------------------------------


def fails(rows: list[Requirement]) -> list[str]:
    return list(Report("", tuple(rows)).fails)


def level_number(name: str) -> int:
    return int(name.removeprefix("L"))


@adaptor("competition.json", "time_control")
def time_control(vector: Vector) -> None:
    data, expected = vector["input"], vector["expected"]
    control = TimeControl(tuple(Period(moves, 60 * time, data["increment_s"]) for moves, time in data["periods"]))
    rows = timing.check_time(control, rounds_a_day=data["rounds_a_day"], highest_rating=data.get("highest_rating", 0))
    assert fails(rows) == expected["fails"]
    assert expected["allowed"] == (not expected["fails"])
    for rounds, key in ((1, "per_game"), (data["rounds_a_day"], "per_day")):
        hours = timing.play_hours(control, rounds)
        assert hours == expected.get(f"hours_{key}", hours)
        assert hours * 60 == expected.get(f"minutes_{key}", hours * 60)


@adaptor("competition.json", "appeal_rules")
def appeal_rules(vector: Vector) -> None:
    data = vector["input"]
    rules = appeals.AppealRules(data["written"], data["deadline_min"], Fraction(100))
    committee = tuple(appeals.CommitteeMember(age=40) for _ in range(3))
    rows = appeals.check_appeals(
        appeals.AppealRules(rules.written, rules.deadline_min, rules.deposit, members=committee),
        rounds_a_day=data["rounds_a_day"],
    )
    assert fails(rows) == vector["expected"]["fails"]


@adaptor("competition.json", "committee")
def committee(vector: Vector) -> None:
    data = vector["input"]
    members = [appeals.CommitteeMember(age=data.get("member_age", 40)) for _ in range(data["voters"])]
    assert fails(appeals.check_committee(members)) == vector["expected"]["fails"]


@adaptor("competition.json", "pieces")
def pieces(vector: Vector) -> None:
    heights = {piece: Fraction(str(cm)) for piece, cm in vector["input"].items()}
    assert fails(equipment.check_pieces(heights)) == vector["expected"]["fails"]


@adaptor("competition.json", "board")
def board(vector: Vector) -> None:
    square, base = (Fraction(str(vector["input"][key])) for key in ("square", "pawn_base"))
    assert fails(equipment.check_board(square, base)) == vector["expected"]["fails"]


@adaptor("competition.json", "half_point_bye")
def half_point_bye(vector: Vector) -> None:
    data = vector["input"] | {"level": level_number(vector["input"]["level"])}
    assert participation.half_point_bye_ok(**data) == vector["expected"]


@adaptor("competition.json", "disability_notice")
def disability_notice(vector: Vector) -> None:
    late = equipment.late_notice(vector["input"]["notice_days"])
    assert ("late notice" if late else "in time") == vector["expected"]


@adaptor("competition.json", "large_clock")
def large_clock(vector: Vector) -> None:
    data = vector["input"]
    assert equipment.needs_large_clock(level_number(data["level"]), data["players"]) == vector["expected"]


@adaptor("competition.json", "school_arbiters")
def school_arbiters(vector: Vector) -> None:
    data = vector["input"]
    found = appointments.suggested_school_arbiters(data["players"], data["rooms"])
    assert found == vector["expected"]["arbiters_recommended"]
