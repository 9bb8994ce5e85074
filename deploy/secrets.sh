#!/bin/sh
# Makes what compose.yaml reads from deploy/secrets: random passwords, and a certificate that this machine signs itself.
# Files that exist stay as they are.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets

random() {
  openssl rand -base64 36 | tr '+/' '-_' | tr -d '=\n'
}

if [ ! -e database.env ]; then
  owner=$(random) portal=$(random) key=$(random) secret=$(random)
  cat > database.env <<EOF
POSTGRES_PASSWORD=$(random)
OWNER_PASSWORD=$owner
PORTAL_PASSWORD=$portal
REPLICA_PASSWORD=$(random)
EOF
  cat > migrate.env <<EOF
DATABASE_OWNER_URL=postgres://portal_owner:$owner@primary:5432,standby:5432/portal
EOF
  cat > store.env <<EOF
ROOT_ACCESS_KEY_ID=$key
ROOT_SECRET_ACCESS_KEY=$secret
EOF
  cat > portal.env <<EOF
DATABASE_URL=postgres://portal:$portal@primary:5432,standby:5432/portal
SECRET_KEY=$(random)
METRICS_TOKEN=$(random)
S3_ACCESS_KEY_ID=$key
S3_SECRET_ACCESS_KEY=$secret
EOF
fi

if [ ! -e portal.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout portal.key -out portal.crt 2>/dev/null
  cat portal.crt portal.key > portal.pem
  rm portal.crt portal.key
  # HAProxy reads it as another user.
  chmod 644 portal.pem
fi

echo "deploy/secrets holds what compose.yaml needs. Replace portal.pem with a certificate of your own."
