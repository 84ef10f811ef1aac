"""Officials, competition rules and discipline: who may officiate, what an event needs, what happens when it goes wrong.

    arbiters       titles and norms (B.06.1)             applications  for FA and IA
    expiry         what runs out, and when               checks        reports: requirement, found, needed
    categories     classification A to D (B.06.3)        forms         FA1 FA2 IA1 IA2 IA3 APR
    appointments   who may serve where (B.06.3-4)        licences      registration and fees
    training       seminars, lecturers, exams (B.06.2)   checklists    by phase, for the desk
    competition    one report for an event: timing, regulations, appeals, equipment, captains; participation, incidents
    cases          disciplinary cases and limits         sanctions     ranges, lapse, probation
    online         online and hybrid events (E.04)

Every check returns a `checks.Report`; every procedure is a table of `arbitro.workflow`.
"""
