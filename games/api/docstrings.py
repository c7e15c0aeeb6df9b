"""Reads the strings below the fields or members of a class, which say what each of them means."""

import ast
import inspect
import textwrap
import threading
from functools import cache
from typing import Final

_ONE_AT_A_TIME: Final = threading.Lock()
"""Python 3.11 cannot parse in two threads at once: the counter of its recursion is common to all of them."""


@cache
def meanings(shape: type) -> dict[str, str]:
    """Return the string below each field of a dataclass or each member of an enum, by its name.

    It reads the source of the class, because Python does not keep these strings.
    """
    with _ONE_AT_A_TIME:
        (parsed,) = ast.parse(textwrap.dedent(inspect.getsource(shape))).body
    assert isinstance(parsed, ast.ClassDef)  # noqa: S101  # it is the source of a class
    found = {}
    for one, after in zip(parsed.body, parsed.body[1:], strict=False):
        match one, after:
            case (
                (ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)])),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found
