"""The catalogue of all problems and refusals, made from the classes of problems and from `Reason`."""

import re
from functools import cache
from importlib import import_module
from inspect import getdoc

from django.conf import settings

from base.http.problems import catalogue
from games.api.problems.schema import ProblemType
from games.api.tables.problems import IllegalMove
from games.rules.refusal_reasons import Reason
from games.rules.variants import KERNEL


@cache
def entries() -> dict[str, ProblemType]:
    """Return every entry by its code, in English. Problems and reasons share no code."""
    import_module(settings.ROOT_URLCONF)  # problems are declared beside the views that answer with them
    rules = dict(re.findall(r"^\*\*(K-\d+[a-z]?)\*\* (.+)$", KERNEL.read_text(encoding="utf-8"), re.MULTILINE))
    problems = {
        code: ProblemType(
            code=code,
            reason_of=None,
            status=int(kind.status_code),
            title=kind.title,
            detail=str(kind.default_detail),
            meaning=" ".join((getdoc(kind) or "").split()),
            remedy=kind.remedy,
            paragraph=None,
        )
        for code, kind in catalogue().items()
    }
    reasons = {
        str(reason): ProblemType(
            code=str(reason),
            reason_of=IllegalMove.code,
            status=int(IllegalMove.status_code),
            title=IllegalMove.title,
            detail=reason.sentence,
            meaning=rules[reason.paragraph],
            remedy=IllegalMove.remedy,
            paragraph=reason.paragraph,
        )
        for reason in sorted(Reason)
    }
    return problems | reasons
