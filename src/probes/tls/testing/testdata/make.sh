#!/bin/sh
# Made the certificates in this folder, once, with OpenSSL 3.0 (`sh make.sh` in an empty folder). Keys for tests only.
# Dates are fixed and the tests bring their own clock (June 2026), so nothing here runs out.
set -eu
work=$(mktemp -d)
cat > "$work/ca.cnf" <<CNF
[ca]
default_ca = lab
[lab]
new_certs_dir = $work
database = $work/index.txt
rand_serial = yes
policy = any
default_md = sha256
unique_subject = no
copy_extensions = none
[any]
commonName = supplied
[req]
distinguished_name = dn
[dn]
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[intermediate]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
CNF
: > "$work/index.txt"

key() { # name, kind
  case $2 in
    rsa*) openssl genrsa -traditional -out "$1.key" "${2#rsa}" 2>/dev/null ;;
    ec) openssl ecparam -name prime256v1 -genkey -noout -out "$1.key" ;;
    ed25519) openssl genpkey -algorithm ed25519 -out "$1.key" ;;
  esac
}
sign() { # name, subject, issuer, from, to, digest, extension section text
  openssl req -new -config "$work/ca.cnf" -key "$1.key" -subj "/CN=$2" -out "$work/$1.csr"
  printf '[e]\n%s\n' "$7" > "$work/$1.ext"
  if [ "$3" = self ]; then set -- "$1" "$2" "-selfsign -keyfile $1.key" "$4" "$5" "$6"; else set -- "$1" "$2" "-cert $3.pem -keyfile $3.key" "$4" "$5" "$6"; fi
  # shellcheck disable=SC2086
  openssl ca -batch -notext -config "$work/ca.cnf" $3 -in "$work/$1.csr" -out "$1.pem" -startdate "$4" -enddate "$5" -md "$6" -extfile "$work/$1.ext" -extensions e 2>/dev/null
}
ca='basicConstraints=critical,CA:TRUE
keyUsage=critical,keyCertSign,cRLSign
subjectKeyIdentifier=hash'
leaf() { printf 'basicConstraints=CA:FALSE\nkeyUsage=digitalSignature,keyEncipherment\nextendedKeyUsage=serverAuth\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\nsubjectAltName=%s\n' "$1"; }
long=22000101000000Z

key root rsa2048;         sign root 'Lab Root' self 20200101000000Z $long sha256 "$ca"
key intermediate rsa2048; sign intermediate 'Lab Intermediate' root 20200101000000Z $long sha256 "$ca"
key stale rsa2048;        sign stale 'Lab Stale Intermediate' root 20200101000000Z 20250101000000Z sha256 "$ca"
names='DNS:shop.test,DNS:*.wild.test,DNS:xn--bcher-kva.test,IP:127.0.0.1,IP:::1'
key good rsa2048;     sign good shop.test intermediate 20260501000000Z 20260801000000Z sha256 "$(leaf "$names")
authorityInfoAccess=caIssuers;URI:http://ca.test/intermediate.der"
key ec ec;            sign ec shop.test intermediate 20260501000000Z 20260801000000Z sha384 "$(leaf "$names")"
key ed ed25519;       sign ed shop.test intermediate 20260501000000Z 20260801000000Z sha256 "$(leaf "$names")"
key expired rsa2048;  sign expired shop.test intermediate 20260101000000Z 20260401000000Z sha256 "$(leaf "$names")"
key future rsa2048;   sign future shop.test intermediate 20260701000000Z 20260901000000Z sha256 "$(leaf "$names")"
key weak rsa1024;     sign weak shop.test intermediate 20260501000000Z 20260801000000Z sha1 "$(leaf "$names")"
key lengthy rsa2048;  sign lengthy shop.test intermediate 20260501000000Z 20290501000000Z sha256 "$(leaf "$names")"
key understale rsa2048; sign understale shop.test stale 20260501000000Z 20260801000000Z sha256 "$(leaf "$names")"
key self rsa2048;     sign self shop.test self 20260501000000Z 20260801000000Z sha256 "$(printf 'basicConstraints=CA:FALSE\nsubjectAltName=DNS:shop.test')"
key client rsa2048;   sign client shop.test intermediate 20260501000000Z $long sha256 "$(leaf "$names" | sed 's/serverAuth/clientAuth/')"
openssl req -new -x509 -key good.key -subj /CN=shop.test -days 36500 -sha256 -sigopt rsa_padding_mode:pss -out pss.pem 2>/dev/null
openssl dhparam -out dh1024.pem 1024 2>/dev/null
rm -f intermediate.key root.key stale.key
rm -r "$work"
