"""The code that all endpoints of the service share: problems, parsers, pages, ETags, rate limits, sign-in."""
