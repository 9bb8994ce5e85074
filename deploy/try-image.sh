#!/bin/bash
# Builds the image on a Debian root file system that debootstrap makes, and runs the portal in it as in production: as a user
# without rights, no capabilities, a read-only root. Needs root, Debian, and 5 to 20 minutes; leaves nothing running.
#
#   deploy/try-image.sh [FOLDER]
#
# FOLDER (/var/tmp/portal-image) keeps the root file system. NPMRC names a file for npm, where packages come from a mirror.
# ENGINE_FLAGS are further switches of podman run, BUILD_FLAGS of buildah bud, for machines that need some.
set -euo pipefail
cd "$(dirname "$0")/.."
work=${1:-/var/tmp/portal-image}
suite=$(sed -n 's/^ARG DEBIAN=\(.*\)-slim$/\1/p' Dockerfile)
version=$(sed -n 's/^ARG VERSION=//p' Dockerfile)
image=localhost/cyber-safety-portal:$version
postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1 || true)
say() { printf '%s  %s\n' "$(date +%T)" "$*"; }
fail() { say "FAILED: $*"; exit 1; }

for program in debootstrap buildah podman runc haproxy; do
  command -v "$program" > /dev/null || missing="${missing:-} $program"
done
[ -n "$postgres" ] || missing="${missing:-} postgresql"
[ -z "${missing:-}" ] || DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null
postgres=$(ls -d /usr/lib/postgresql/*/bin | tail -1)

mkdir -p "$work"
if [ ! -e "$work/root.done" ]; then
  say "Making a Debian $suite root file system"
  mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
  rm -rf "$work/root"
  debootstrap --variant=minbase "$suite" "$work/root" ${mirror:+"$mirror"} > "$work/debootstrap.log"
  tar --directory="$work/root" --create . | podman import --quiet - "docker.io/library/debian:$suite-slim" > /dev/null
  touch "$work/root.done"
fi

say "Building $image"
buildah bud --layers --format docker --runtime runc --network host --pull-never ${NPMRC:+--secret id=npmrc,src="$NPMRC"} \
  ${BUILD_FLAGS:-} --tag "$image" . > "$work/build.log" 2>&1 || { tail -20 "$work/build.log"; fail "the image was not built"; }
say "Size: $(podman image inspect --format '{{.Size}}' "$image" | awk '{ printf "%d MB", $1 / 1e6 }')"

run=$(mktemp -d /var/tmp/portal-run.XXXXXX)
chmod 755 "$run"
names=()
finish() {
  [ ${#names[@]} -eq 0 ] || podman rm --force --volumes --time 40 "${names[@]}" > /dev/null 2>&1 || true
  for one in ${site:-} ${proxy:-}; do kill "$one" || true; done
  for one in standby primary; do
    [ ! -e "$run/$one/postmaster.pid" ] || as_postgres pg_ctl --silent --mode=immediate --pgdata="$run/$one" stop || true
  done
  rm -rf "$run"
}
trap finish EXIT

say "Starting PostgreSQL $("$postgres/postgres" --version | awk '{ print $3 }') with a standby, by the scripts of compose.yaml"
random() { openssl rand -hex 24; }
export OWNER_PASSWORD=$(random) PORTAL_PASSWORD=$(random) REPLICA_PASSWORD=$(random)
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups env PATH="$postgres:$PATH" PGHOST="$run" PGPORT=5611 "$@"; }
chown postgres "$run"
as_postgres initdb --pgdata="$run/primary" --username=postgres --auth-local=trust --auth-host=scram-sha-256 > /dev/null
as_postgres pg_ctl --silent --wait --pgdata="$run/primary" --log="$run/primary.log" \
  --options="-p 5611 -k $run -c listen_addresses=127.0.0.1 -c max_wal_senders=5 -c max_replication_slots=5" start
as_postgres env PGDATA="$run/primary" deploy/postgres/primary.sh
as_postgres pg_ctl --silent --pgdata="$run/primary" reload
as_postgres env PGDATA="$run/standby" PRIMARY_HOST=127.0.0.1 PRIMARY_PORT=5611 deploy/postgres/standby.sh \
  -p 5612 -k "$run" -c listen_addresses=127.0.0.1 -c max_wal_senders=5 -c max_replication_slots=5 -c cluster_name=standby > "$run/standby.log" 2>&1 &

until_true() {
  local seconds=$1
  shift
  for _ in $(seq $((seconds * 2))); do
    ! "$@" > /dev/null 2>&1 || return 0
    sleep 0.5
  done
  return 1
}
streams() { as_postgres psql --username=postgres -Atc 'select state from pg_stat_replication' | grep -qx streaming; }
until_true 30 streams || fail "the standby does not stream"

# The engine shares this machine's network, where the usual ports may be taken.
port=4640
hosts=127.0.0.1:5611,127.0.0.1:5612
settings=(
  --env PUBLIC_URL=https://localhost --env SMTP_URL=smtp://127.0.0.1:1025 --env MAIL_FROM=portal@example.com --env BILLING=sandbox
  --env TRUST_PROXY=1 --env "SECRET_KEY=$(random)" --env "METRICS_TOKEN=$(random)" --env "DATABASE_URL=postgres://portal:$PORTAL_PASSWORD@$hosts/portal"
  --env "PORT=$port" --env "WORKER_PORT=$((port + 1))"
  --env S3_BUCKET=portal --env S3_ENDPOINT=http://127.0.0.1:7070 --env S3_ACCESS_KEY_ID=x --env S3_SECRET_ACCESS_KEY=x
)
# What compose.yaml and the chart ask for.
confined=(--runtime runc --network host --read-only --read-only-tmpfs=false --cap-drop=ALL --security-opt no-new-privileges
  --tmpfs /tmp:size=512m,mode=1777 --no-healthcheck ${ENGINE_FLAGS:-})
portal() { podman run "${confined[@]}" "${settings[@]}" "$@"; }

say "Migrating"
portal --rm --env "DATABASE_OWNER_URL=postgres://portal_owner:$OWNER_PASSWORD@$hosts/portal" "$image" migrate | cut -c1-60

say "Starting a server and a worker"
for program in server worker; do
  portal --name "portal-$program" --restart on-failure:5 --detach "$image" $program > /dev/null
  names+=("portal-$program")
done
until_true 120 curl --silent --fail http://127.0.0.1:$port/readyz || { podman logs portal-server; fail "the server is not ready"; }
curl --silent http://127.0.0.1:$port/readyz && echo
curl --silent --fail --header 'Host: localhost' http://127.0.0.1:$port/ | grep -q '<title>' || fail "the server has no first page"
podman exec portal-server node /app/deploy/health.mjs || fail "the health check of the server"
inside() { podman exec portal-server sh -c "$1"; }
[ "$(inside 'id --user')" = 10001 ] || fail "the server is another user"
inside 'touch /app/x' 2> /dev/null && fail "the root file system can be written"
inside 'grep -q "^CapBnd:.0*$" /proc/1/status && grep -q "^NoNewPrivs:.1" /proc/1/status' || fail "the server has capabilities"
until_true 60 sh -c 'podman logs portal-worker 2>&1 | grep -q "worker ready"' || { podman logs portal-worker; fail "the worker is not ready"; }
if curl --silent --fail http://127.0.0.1:$((port + 1))/healthz > /dev/null; then podman exec portal-worker node /app/deploy/health.mjs || fail "the health check of the worker"; fi

say "Calling the server through HAProxy"
mkdir "$run/kit"
cp deploy/secrets.sh "$run/kit" && sh "$run/kit/secrets.sh" > /dev/null
sed -e "s#/usr/local/etc/haproxy/portal.pem#$run/kit/secrets/portal.pem#" -e 's# init-addr none resolvers docker##' \
  -e "s#:8443#:$((port + 2))#" -e "s#:8080#:$((port + 3))#" -e "s#:8404#:$((port + 4))#" \
  -e "s#server-template server .*#server one 127.0.0.1:$port#" deploy/haproxy/haproxy.cfg > "$run/haproxy.cfg"
haproxy -db -f "$run/haproxy.cfg" > "$run/haproxy.log" 2>&1 &
proxy=$!
through() { curl --silent --insecure --output "$run/answer" --write-out '%{http_code} %{redirect_url}' "$@"; }
until_true 20 sh -c "curl --silent --insecure --fail https://localhost:$((port + 2))/ | grep -q '<title>'" || { cat "$run/haproxy.log"; fail "no page through HAProxy"; }
[ "$(through http://localhost:$((port + 3))/x)" = "308 https://localhost:$((port + 3))/x" ] || fail "HAProxy does not lead to https"
[ "$(through https://localhost:$((port + 2))/metrics)" = "404 " ] || fail "figures can be read through HAProxy"
curl --silent --fail --output /dev/null http://127.0.0.1:$((port + 4))/healthz || fail "the health check of HAProxy"

mkdir "$run/site"
echo '<title>Shop</title><script>document.write("<a href=/made-by-script.html>more</a>")</script>' > "$run/site/index.html"
echo '<title>More</title>' > "$run/site/made-by-script.html"
python3 -m http.server $((port + 5)) --bind 127.0.0.1 --directory "$run/site" > /dev/null 2>&1 &
site=$!
until_true 10 curl --silent --fail http://127.0.0.1:$((port + 5))/
# As a worker scans: in a confined process.
scan() {
  podman run --rm "${confined[@]}" "$@" --entrypoint node "$image" --eval '
    const { embeddedScanner } = await import("/app/src/providers/scanner/embedded/scanner.ts");
    const options = { contactUrl: "https://localhost/scanner", allowPrivate: "all", perSecondLocal: 500, onConfinement: console.error };
    const tools = { signal: new AbortController().signal, onProgress: () => {} };
    console.log(JSON.stringify(await embeddedScanner(options).run({ url: process.argv[1], level: "safe" }, tools)));
    process.exit();
  ' --input-type=module "http://127.0.0.1:$((port + 5))/" > "$run/scan.json" 2> "$run/scan.log" || { cat "$run/scan.log"; fail "the scan"; }
  grep -o 'Processes that .*' "$run/scan.log"
  grep -o 'Chromium [^"]*' "$run/scan.json" || true
  grep -q '"pages":2' "$run/scan.json" || fail "Chromium did not run the script of the page"
}
say "Scanning with Chromium under deploy/seccomp/worker.json"
scan --security-opt seccomp=deploy/seccomp/worker.json
grep -q 'without its own sandbox' "$run/scan.json" && fail "Chromium ran without its sandbox"
grep -q 'a user namespace of their own' "$run/scan.log" || fail "the scan was in the user namespace of the worker"
say "Scanning with Chromium under the engine's own profile"
scan

say "Promoting the standby"
as_postgres pg_ctl --silent --mode=immediate --pgdata="$run/primary" stop
as_postgres psql --port=5612 --username=postgres -Atqc 'select pg_promote()' > /dev/null
until_true 30 curl --silent --fail http://127.0.0.1:$port/readyz > /dev/null || fail "the server did not follow"

for program in worker server; do
  say "Asking the $program to stop: exit code $(podman kill --signal TERM portal-$program > /dev/null; podman wait portal-$program)"
done
say "Done"
