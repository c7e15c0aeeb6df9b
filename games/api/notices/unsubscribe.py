"""The page that switches mails about games off: by its button, or by the one click of a mail program (RFC 8058)."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt

from base.http.languages import preferred
from base.http.rate_limits import limits_of, spend
from base.languages import catalogue
from games.services import notice_mail

_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
}


# The token in the address is all that a request needs. Mail programs send no cookies.
@method_decorator(csrf_exempt, name="dispatch")
class UnsubscribePage(View):
    """Switches mails about games off. A GET changes nothing, because scanners of mail open links, too."""

    cost = "page"
    http_method_names = ("get", "head", "post")

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the button."""
        return self._answer(request, turn_off=False)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Switch the mails off."""
        return self._answer(request, turn_off=True)

    def _answer(self, request: HttpRequest, *, turn_off: bool) -> HttpResponse:
        """Return the page. For a token that is not one of this service its status is 404. Raises Throttled."""
        spend(request, limits_of(self, request))
        token = request.GET.get("token", "")
        language = preferred(request)
        gettext = catalogue(language).gettext
        title, text, button, status = gettext("Mails about your games"), "", "", HTTPStatus.OK
        try:
            if turn_off:
                notice_mail.unsubscribe(token)
                text = gettext("You will get no more mails about your games.")
            else:
                notice_mail.check(token)
                button = gettext("Switch off all mails about my games")
        except notice_mail.BadToken:
            text, status = gettext("This link does not work."), HTTPStatus.NOT_FOUND
        context = {"language": language, "title": title, "text": text, "button": button}
        answer = render(request, "games/unsubscribe.html", context, status=status)
        for name, value in {**_HEADERS, "Content-Language": language, "Vary": "Accept-Language"}.items():
            answer.headers[name] = value
        return answer
