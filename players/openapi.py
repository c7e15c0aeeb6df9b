"""How OpenAPI describes who may call an operation: the access token, and the scopes of bots and apps."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from base.http import openapi
from players.authentication import right_of
from players.models import Scope
from players.oauth.scopes import SCOPES
from players.rights import scopes_with


class Schema(openapi.Schema):
    """Adds to each operation which scope it needs."""

    def callers(self) -> str:
        """Return a sentence on the scope that apps need."""
        scopes = self._scopes()
        return f"Apps need the scope `{scopes[0]}`." if scopes else "Closed to bots and apps."

    def is_closed_to_some(self) -> bool:
        """Return whether a token with the smallest scope is refused."""
        return Scope.READ not in self._scopes()

    def _scopes(self) -> list[Scope]:
        return scopes_with(right_of(self.view, self.method))


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The access token in the Authorization header."""

    target_class = "players.authentication.BearerAuthentication"
    name = "bearer"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:  # noqa: ARG002
        """Return the scheme as OpenAPI writes it."""
        # A scheme of type `oauth2` beside it would make generated clients send the token twice, once without `Bearer`.
        scopes = " ".join(f"`{name}`: {meaning}" for name, meaning in SCOPES.items())
        description = (
            "The access token of a sign-in, the token of a bot (`POST /me/tokens`), or one that an app of others gets "
            "by OAuth 2 with an authorization code and PKCE: see `/.well-known/oauth-authorization-server`. Its scopes "
            f"are: {scopes}"
        )
        return {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": description}
