"""Settings for each way to run: `embedded` on one machine, `production` and `test`. They share `base`."""
