"""``valueclass``: dataclasses that only the type checker freezes, for what is made at every move.

A frozen dataclass calls ``object.__setattr__`` for each field, which takes three times as long as to set it. An
observation has fifty fields. So mypy sees a frozen dataclass, and refuses whatever would change one; Python does not.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as valueclass
else:

    def valueclass(*, frozen: bool, slots: bool, kw_only: bool = False) -> Any:
        """Return a decorator like that of ``dataclass``. Values are hashed as if they were frozen."""
        return dataclass(unsafe_hash=frozen, slots=slots, kw_only=kw_only)


__all__ = ["valueclass"]
