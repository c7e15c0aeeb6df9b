"""The directory that keeps archived games, if no other storage does."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.core.files import File
from django.core.files.storage import FileSystemStorage


class Folder(FileSystemStorage):
    """A directory whose files are on the disk before they have their names. So a crash leaves a whole file, or none."""

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Write the file under a name of its own, flush it, rename it, and flush the directories. Return *name*."""
        path = Path(self.path(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".part", delete=False) as part:
            part.writelines(content.chunks())
            part.flush()
            os.fsync(part.fileno())
        Path(part.name).rename(path)
        for directory in (path.parent, *path.parent.parents):
            handle = os.open(directory, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
            if directory == Path(self.location):
                break
        return name
