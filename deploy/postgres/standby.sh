#!/bin/sh
# Starts a standby of the primary, with a copy of its data the first time. The arguments are PostgreSQL's own.
set -eu
: "${PRIMARY_HOST:=primary}" "${PRIMARY_PORT:=5432}"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted is of no use.
  rm -rf "${PGDATA:?}"
  PGPASSWORD=$REPLICA_PASSWORD pg_basebackup --pgdata="$PGDATA" --host="$PRIMARY_HOST" --port="$PRIMARY_PORT" \
    --username=portal_replica --wal-method=stream --slot=standby --checkpoint=fast --write-recovery-conf --no-password
  chmod 700 "$PGDATA"
fi

exec postgres -D "$PGDATA" "$@"
