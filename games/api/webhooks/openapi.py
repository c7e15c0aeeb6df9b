"""The section `webhooks` of OpenAPI's document, from the classes of the payloads."""

from inspect import getdoc
from typing import Any, Final

from msgspec.json import schema_components

from base.http.openapi import tidy
from games.webhooks.payloads import PAYLOADS, Payload

_REFERENCE: Final = "#/components/schemas/{name}"
_HEADERS: Final = {
    "webhook-id": "The id of the delivery. It is the same in each attempt, so you can recognize a repetition.",
    "webhook-timestamp": "The seconds since 1970 at which this attempt was signed. Refuse one that is minutes old.",
    "webhook-signature": "`v1,` and the signature in base64. During a rotation there are two, separated by a space.",
}
_DESCRIPTION: Final = (
    "The service sends this to your webhooks. Verify the signature with a library of Standard Webhooks before you read "
    "the body. Answer with 2xx within ten seconds, and do the work after that."
)


def name_of(payload: type[Payload]) -> str:
    """Return the type of the event."""
    return str(payload.__struct_defaults__[0])


def describe_webhooks(result: dict[str, Any], **_given: Any) -> dict[str, Any]:
    """Add the section and its components; a postprocessing hook of drf-spectacular."""
    _, found = schema_components(PAYLOADS, ref_template=_REFERENCE)
    components = result["components"]["schemas"]
    for name, schema in found.items():
        components[name] = tidy(schema)
    for payload in PAYLOADS:
        components[payload.__name__]["examples"] = [payload.example]
    result["components"]["schemas"] = dict(sorted(components.items()))
    result["webhooks"] = {name_of(payload): {"post": _operation(payload)} for payload in PAYLOADS}
    return result


def _operation(payload: type[Payload]) -> dict[str, Any]:
    name = name_of(payload)
    body = {"$ref": _REFERENCE.format(name=payload.__name__)}
    return {
        "operationId": f"receive_{name.replace('.', '_')}",
        "summary": (getdoc(payload) or "").partition(".")[0],
        "description": f"{getdoc(payload)} {_DESCRIPTION}",
        "tags": ["webhooks"],
        "security": [],
        "parameters": [
            {"in": "header", "name": header, "required": True, "schema": {"type": "string"}, "description": meaning}
            for header, meaning in _HEADERS.items()
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
        "responses": {
            "2XX": {"description": "You have stored the event. It is not sent again."},
            "410": {"description": "You want no more events. The service switches the webhook off."},
            "4XX": {"description": "As with any other answer, the event is sent again later."},
        },
    }
