"""Why a service did nothing with an invitation, as problems."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.request import Request

from base.http.problems import FieldErrors
from games import services
from games.api.invitations import problems
from games.api.tables.service_errors import refusals


@contextmanager
def invitation_refusals(request: Request) -> Iterator[None]:
    """Turn refusals of `games.services.invitations` into problems."""
    try:
        with refusals(request):
            yield
    except services.NoSuchInvitation as error:
        raise Http404 from error
    except services.NotAllowed as error:
        raise PermissionDenied from error
    except services.InvitationGone as error:
        raise problems.InvitationGone(members={"state": error.state}) from error
    except services.AlreadyInvited as error:
        raise problems.AlreadyInvited from error
    except services.NotInvitable as error:
        raise problems.NotInvitable from error
    except services.TooManyInvitations as error:
        raise problems.TooManyInvitations from error
    except services.TooManyUses as error:
        raise FieldErrors({"uses": [f"Send a number from 1 to {error.free}: so many seats are free."]}) from error
    except services.SeatedThere as error:
        raise FieldErrors({"player": ["This player sits at the table."]}) from error
