"""Settings for each way of running: `embedded` on one machine, `production`, `test`; `base` is what they share."""
