"""Fair play: protection of events, complaints, investigations, and statistical screening.

levels          protection levels and their duties
conduct         devices, searches, absences, random checks
complaints      ITC and PTC
investigation   the commission's procedure, limitation
statistics      what a z-score may and may not do
screening/      games and an engine: agreement, loss, intrinsic performance, z-score
"""
