#!/bin/sh
# The same by curl: sh client.sh http://localhost:8000 demo/a [BOARD RESULT], the token in ARBITRO_TOKEN.
set -eu
base="$1/api/tournaments/$2"
if [ $# -gt 2 ]; then
  curl -sf "$base/commands/result" -H "Authorization: Bearer $ARBITRO_TOKEN" -H "Content-Type: application/json" \
    -d "{\"arguments\": {\"board\": $3, \"result\": \"$4\"}}"
else
  curl -sf "$base/standings"
fi
