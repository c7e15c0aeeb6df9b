"""What this process remembers between two tests, and each test must find as if it were the first.

Other caches are functions of their arguments alone, and stay.
"""

from django.contrib.contenttypes.models import ContentType
from django.utils import translation

from base.http import rate_limits
from games import health, loops
from games.log import archive
from games.services import memories, notice_texts, signing, writing
from games.store import rulesets


def forget_all() -> None:
    """Forget what was read from the database of another test, what it has used, and what it has chosen."""
    signing.forget()
    memories.forget()
    archive.forget()
    rulesets.kept.cache_clear()
    notice_texts._variant_name.cache_clear()  # noqa: SLF001 - nobody else needs to
    writing._outages_at.cache_clear()  # noqa: SLF001
    rate_limits._LEASES._accounts.clear()  # noqa: SLF001
    health._rounds.clear()  # noqa: SLF001 - one that hangs would be asked again
    loops._messenger.cache_clear()  # noqa: SLF001 - they know the settings of the test that made them
    loops._deliverer.cache_clear()  # noqa: SLF001
    ContentType.objects.clear_cache()
    translation.deactivate()
