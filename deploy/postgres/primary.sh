#!/bin/sh
# Prepares a new PostgreSQL for the portal and one standby. Runs once, as a superuser on the server's own socket.
set -eu

psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=owner="$OWNER_PASSWORD" --set=portal="$PORTAL_PASSWORD" --set=replica="$REPLICA_PASSWORD" <<'SQL'
create role portal_app nologin;
create role portal_across nologin;
create role portal_owner login password :'owner' in role portal_app;
select :SERVER_VERSION_NUM >= 160000 as grants_parts \gset
\if :grants_parts
grant portal_across to portal_owner with admin true, inherit false;
\else
grant portal_across to portal_owner with admin option;
\endif
create role portal login password :'portal' in role portal_app;
create role portal_replica login replication password :'replica';
create database portal owner portal_owner;
select pg_create_physical_replication_slot('standby') as slot \gset
SQL

# The lines that the server's image writes let no one replicate.
echo 'host replication portal_replica all scram-sha-256' >> "$PGDATA/pg_hba.conf"
