"""Static files in production: collected, hashed and compressed, or served from their packages."""

from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Warning, register  # noqa: A004  # Django's own name for it
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

NOT_COMPRESSED: Final = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")
"""Only debuggers ask for source maps, and compressing them takes longer than all other files together."""


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise comes without types
    """Hashed names for collected files, and plain names for all others. Django would answer 500 for those."""

    def stored_name(self, name: str) -> str:
        """Return the name under which a file is served."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name


def is_collected(root: Path | str) -> bool:
    """Return whether `manage.py collectstatic` has filled this directory."""
    return (Path(root) / "staticfiles.json").is_file()


@register
def collected(**_: Any) -> list[CheckMessage]:
    """Warn if static files come from their packages. That works, but they are neither compressed nor cached."""
    root = settings.STATIC_ROOT
    if root is None or is_collected(root):
        return []
    hint = "Run `manage.py collectstatic --no-input`, then start the web servers again."
    return [Warning(f"Static files are not collected in {root}.", hint=hint, id="config.W001")]
