"""`/me/devices`: where to push notices."""

from types import MappingProxyType
from typing import cast
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import Endpoint, no_content
from base.http.pagination import page
from base.http.parameters import CACHED, NOT_MODIFIED, PAGE
from base.http.problems import CONTENT_TYPE, ProblemDocument
from players import devices
from players.api import requests, schema
from players.api.service_errors import TooManyDevicesKept
from players.authentication import current_session, needs, signed_in
from players.models import Device
from players.rights import Right


class DevicesView(Endpoint):
    """Your own devices."""

    cost = "read"

    @extend_schema(
        operation_id="list_my_devices",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.DevicePage, 304: NOT_MODIFIED},
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """List the devices that you have registered, the newest first."""
        found = page(request, devices.live(signed_in(request)), ["-id"], lambda device: _shown(request, device))
        return etags.answer(request, schema.DevicePage(found.items, found.next_cursor))


class DeviceView(Endpoint):
    """One of your own devices."""

    cost = MappingProxyType({"PUT": "lobby", "DELETE": "lobby"})

    @extend_schema(
        operation_id="put_device",
        request=requests.DeviceRequest,
        responses={200: schema.DeviceAnswer, (409, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request, installation_id: UUID) -> Response:
        """Register this installation of an app, or its new address. Send it at each start of the app.

        The device lasts as long as the session that registered it. An address belongs to one account: if another one
        had it, it loses it. If its push service says that the address is gone, the device is removed.
        """
        asked = requests.DeviceRequest.read(request)
        try:
            device = devices.put(current_session(request), installation_id, asked)
        except devices.TooManyDevices as error:
            raise TooManyDevicesKept from error
        return Response(_shown(request, device))

    @extend_schema(operation_id="delete_device", responses={204: None})
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, installation_id: UUID) -> Response:
        """Remove a device. No notice is pushed to it any more."""
        deleted, _ = devices.live(signed_in(request)).filter(installation=installation_id).delete()
        if not deleted:
            raise Http404
        return no_content()


def _shown(request: Request, device: Device) -> schema.DeviceAnswer:
    return schema.DeviceAnswer(
        installation_id=device.installation,
        kind=cast("schema.DeviceKind", device.kind),
        address_ending=devices.ending(device),
        session_id=device.session_id,
        current=device.session_id == current_session(request).id,
        created_at=device.created_at,
        updated_at=device.updated_at,
    )
