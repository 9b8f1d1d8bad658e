#!/usr/bin/env bash
# Runs the commands of the README as a newcomer would: starts the service, walks the first example, looks at the answers.
set -euo pipefail
cd "$(dirname "$0")/.."

DATA_DIR=$(mktemp -d)
chmod 755 "$DATA_DIR" # Reachable for the user that PostgreSQL runs as under root.
export DATA_DIR
log="$DATA_DIR/start.log"
npm start >"$log" 2>&1 &
service=$!
stop() {
  kill -TERM "$service" 2>/dev/null && wait "$service" || true
  rm -rf "$DATA_DIR"
}
trap stop EXIT

started=$SECONDS
until curl -sf http://127.0.0.1:3000/readyz >/dev/null; do
  if ! kill -0 "$service" 2>/dev/null || [ $((SECONDS - started)) -gt 300 ]; then
    cat "$log"
    echo 'the service did not come up'
    exit 1
  fi
  sleep 0.2
done
echo "listening after $((SECONDS - started)) s"

# The shell block behind the marker, word for word.
walk=$(awk '/<!-- readme-walk -->/ { found = 1 } found && /^```$/ { exit } inside { print } found && /^```sh$/ { inside = 1 }' README.md)
[ -n "$walk" ] || { echo 'no walk found in the README'; exit 1; }
answers=$(bash -euo pipefail -c "$walk")
echo "$answers"
for expected in '"status":"accepted"' '"duplicate":false' '"riskScore":' '"action":"review"' GRAPH_FRAUD_NEIGHBOR; do
  grep -qF "$expected" <<<"$answers" || { echo "the walk's answers lack $expected"; exit 1; }
done
