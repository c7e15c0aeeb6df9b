"""Why a record is not taken in."""

from http import HTTPStatus

from base.http.problems import Malformed, Problem


class MalformedRecord(Malformed):
    """The body is no record: it is empty, or not UTF-8. A worker checks later what the record says."""

    code = "malformed_record"
    title = "Malformed record"
    default_detail = "The body is not a record."
    remedy = "Send the record as text or as JSON, in UTF-8, with the right `Content-Type`."


class TooManyRecords(Problem):
    """You have as many records as you may: three that wait for a check, or a thousand that are kept."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "too_many_records"
    title = "Too many records"
    default_detail = "Too many records are waiting. Try again when one has been checked."
    remedy = "Send it again after the seconds in `Retry-After`, when one of your records has its verdict."
    retry_after = 60
