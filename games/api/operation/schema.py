"""What the service says of itself."""

from rest_framework import serializers

from games.api.tables.schema import Answer


class Limits(Answer):
    """What requests are measured by."""

    body_bytes = serializers.IntegerField()
    page = serializers.IntegerField(help_text="The largest `limit`.")
    wait_seconds = serializers.IntegerField(help_text="The longest `wait`.")
    rates = serializers.DictField(help_text="Rate limits: requests and seconds by bucket, for a player and an address.")


class Meta(Answer):
    """What a client should know before it begins."""

    version = serializers.CharField()
    server_time = serializers.DateTimeField()
    notation = serializers.IntegerField(help_text="Version of the notation.")
    limits = Limits()
    bots = serializers.ListField(child=serializers.CharField(), help_text="Levels.")
    clocks = serializers.DictField(help_text="Presets: turn and bank in seconds, by the least number of seats.")


class Key(Answer):
    """A public key that receipts are checked with: a JWK with its time of validity."""

    kty = serializers.CharField()
    crv = serializers.CharField()
    x = serializers.CharField(help_text="The 32 bytes of the public key, in base64url without padding.")
    kid = serializers.CharField(help_text="The key's thumbprint (RFC 7638).")
    alg = serializers.CharField()
    use = serializers.CharField()
    valid_from = serializers.DateTimeField()
    valid_until = serializers.DateTimeField(
        allow_null=True, help_text="Null for the key that signs now. A retired key never signs again."
    )


class KeySet(Answer):
    """All public keys of the service (RFC 7517), the newest first."""

    keys = Key(many=True)


class Resource(Answer):
    """One of the main resources."""

    name = serializers.CharField()
    address = serializers.CharField(help_text="Its path on this host.")
    description = serializers.CharField()


class Index(Answer):
    """Where to begin."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="Version of the service.")
    documentation = serializers.CharField(help_text="Path of the page that describes the API.")
    openapi = serializers.CharField(help_text="Path of its OpenAPI description.")
    resources = Resource(many=True)


class Health(Answer):
    """Whether all is well; what is not is named."""

    status = serializers.ChoiceField(choices=["ok", "failing"])
    checks = serializers.DictField(child=serializers.CharField(), required=False)
