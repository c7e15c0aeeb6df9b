#!/bin/bash
# Copy the database as it is now into /var/lib/postgresql/base. Keep seven copies, and the archive from the oldest one on.
# Run it as postgres, every night.
set -eu
set -a; . /etc/default/maumau-backup; set +a
cd /var/lib/postgresql
PATH=/usr/lib/postgresql/15/bin:$PATH

rm -rf unfinished
pg_basebackup --pgdata=unfinished --checkpoint=fast
mkdir -p base
mv unfinished "base/$(date -u +%Y%m%dT%H%M%SZ)"  # named by its end: it can become any later moment, and no earlier one

find base -mindepth 1 -maxdepth 1 | sort | head -n -7 | xargs -r rm -r
oldest=$(find base -mindepth 1 -maxdepth 1 | sort | head -n 1)
pg_archivecleanup archive "$(sed -n 's/^START WAL LOCATION: .*file \(.*\))$/\1/p' "$oldest/backup_label")"
