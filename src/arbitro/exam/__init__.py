"""Training for arbiters: exams made from our own rules, the same for everybody who has their number.

make_exam(seed, count)      the same seed gives the same exam on every machine
grade(exam, answers)        points, share, passed (80 per cent, as in the seminars)
"""

from arbitro.exam.exams import MAKERS, NAMES, SHARES, Exam, Grade, grade, is_right, make_exam
from arbitro.exam.questions import Question, Subject

__all__ = ["MAKERS", "NAMES", "SHARES", "Exam", "Grade", "Question", "Subject", "grade", "is_right", "make_exam"]
