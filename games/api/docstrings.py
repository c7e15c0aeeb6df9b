"""The strings below fields and members of a class, which say what each means."""

import ast
import inspect
import textwrap
from functools import cache


@cache
def meanings(shape: type) -> dict[str, str]:
    """Return the string below each field of a dataclass, or each member of an enum, by its name.

    It reads the source of the class, because Python keeps no such strings.
    """
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
