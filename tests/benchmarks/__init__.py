"""What `make bench` and `make load` do: ratios of speed, and many clients that treat the service badly."""
