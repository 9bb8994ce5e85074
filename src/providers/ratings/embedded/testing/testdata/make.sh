#!/bin/sh
# Made the certificates in this folder, once, with OpenSSL 3.0 (`sh make.sh` here). A key for tests only; the dates are
# fixed, and tests bring their own clock (June 2026).
set -eu
work=$(mktemp -d)
: > "$work/index.txt"
cat > "$work/ca.cnf" <<CNF
[ca]
default_ca = lab
[lab]
new_certs_dir = $work
database = $work/index.txt
rand_serial = yes
policy = any
default_md = sha256
[any]
commonName = supplied
[req]
distinguished_name = dn
[dn]
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[leaf]
basicConstraints = CA:FALSE
keyUsage = digitalSignature,keyEncipherment
extendedKeyUsage = serverAuth
authorityKeyIdentifier = keyid
subjectAltName = DNS:shop.test,DNS:*.shop.test
CNF
openssl genrsa -out "$work/root.key" 2048 2>/dev/null
openssl req -new -config "$work/ca.cnf" -key "$work/root.key" -subj '/CN=Rating Lab Root' -out "$work/root.csr"
openssl ca -batch -notext -config "$work/ca.cnf" -selfsign -keyfile "$work/root.key" -in "$work/root.csr" -out wide-root.pem -startdate 20200101000000Z -enddate 22000101000000Z -extensions root 2>/dev/null
openssl genrsa -out wide.key 2048 2>/dev/null
openssl req -new -config "$work/ca.cnf" -key wide.key -subj '/CN=shop.test' -out "$work/wide.csr"
openssl ca -batch -notext -config "$work/ca.cnf" -cert wide-root.pem -keyfile "$work/root.key" -in "$work/wide.csr" -out wide.pem -startdate 20260501000000Z -enddate 20260801000000Z -extensions leaf 2>/dev/null
rm -r "$work"
