#!/bin/bash
# Restore the database as it was at a moment, beside all others, and start it on port 5433 of this host:
#   restore.sh '2026-11-26 20:15:00+00'
# Run it as postgres. To remove what it made: pg_ctl -D /var/lib/postgresql/restored stop && rm -r /var/lib/postgresql/restored
set -eu
moment=$1
cd /var/lib/postgresql
PATH=/usr/lib/postgresql/15/bin:$PATH

copy=
for one in base/*; do  # the last one that ended before the moment
    [[ ${one#base/} < $(date -u -d "$moment" +%Y%m%dT%H%M%SZ) ]] && copy=$one
done
[ -n "$copy" ] || { echo "No copy was made before $moment." >&2; exit 1; }
[ ! -e restored ] || { echo "$PWD/restored exists." >&2; exit 1; }
cp -a "$copy" restored

# None of the old settings counts: the copy has those of the server that it was made from.
rm -f restored/standby.signal restored/postgresql.auto.conf
touch restored/recovery.signal
cat > restored/postgresql.conf <<END
listen_addresses = '*'
port = 5433
unix_socket_directories = '/run/postgresql'
hot_standby = off
restore_command = 'cp $PWD/archive/%f %p 2>/dev/null || cp $PWD/archive/%f.partial %p 2>/dev/null'
recovery_target_time = '$moment'
recovery_target_action = promote
END
cat > restored/pg_hba.conf <<END
local all postgres peer
host all all samenet scram-sha-256
host all all localhost scram-sha-256
END

pg_ctl -D restored -l restored.log start > /dev/null
until pg_isready -q -h /run/postgresql -p 5433; do
    sleep 1
    pg_ctl -D restored status > /dev/null || { tail restored.log >&2; exit 1; }
done
