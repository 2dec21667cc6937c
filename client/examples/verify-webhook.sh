#!/bin/sh
# WEBHOOK_SECRET=whsec_… sh verify-webhook.sh ID TIMESTAMP SIGNATURE < body
set -eu
id=$1 timestamp=$2 signature=$3

key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=v1,$({ printf '%s.%s.' "$id" "$timestamp"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
age=$(($(date +%s) - timestamp))

if [ "$expected" = "$signature" ] && [ "$age" -lt 300 ] && [ "$age" -gt -300 ]; then
  echo genuine
else
  echo forged
  exit 1
fi
