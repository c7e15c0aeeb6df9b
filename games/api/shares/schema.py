"""The answers about share links."""

from typing import Annotated

from msgspec import Meta

from base.http.answers import Answer, Timestamp


class ShareLink(Answer, frozen=True):
    """The link by which anybody may look back at a game that is over. All fields are null while there is none."""

    code: Annotated[
        str | None,
        Meta(description="The code of the link, with 192 random bits. Clients send it in the header `Share-Code`."),
    ]
    url: Annotated[str | None, Meta(description="The link. It opens the replay in a browser.")]
    created_at: Annotated[Timestamp | None, Meta(description="When the link was made.")]
