#!/usr/bin/env bash
# redis.sh FOLDER: a private Redis on loopback, for as long as standard input stays open.
#
# Prints 'ready PORT VERSION' once it serves. It is stopped, and what it wrote is removed, when
# standard input ends (Ctrl-D), and upon SIGINT, SIGTERM and SIGHUP. Nothing else of Redis on this
# machine is touched. Exits with 69 if Redis is not installed.
set -euo pipefail

folder=${1:?usage: redis.sh FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
command -v redis-server redis-cli > /dev/null || {
    echo "not installed (apt-get install redis-server)" >&2
    exit 69
}
peer=redis
source "$here/private-server.sh"

# Whether the server that was started here, and no other, answers on the port.
serves() {
    redis-cli -h 127.0.0.1 -p "$port" info server 2> /dev/null | grep -q "^process_id:$server\s*$"
}

# Every write is on stable storage before its reply, one fsync for each turn of the event loop; the
# file of commands is never rewritten while something is measured. A session of its own keeps the
# terminal's Ctrl-C away from the server until it is stopped here.
for _ in $(seq 20); do
    port=$((20000 + RANDOM % 12000))
    setsid redis-server --bind 127.0.0.1 --port "$port" --dir "$data" --save '' \
        --appendonly yes --appendfsync always --auto-aof-rewrite-percentage 0 \
        --daemonize no --logfile "$data/log" < /dev/null > /dev/null 2>&1 &
    server=$!
    for _ in $(seq 100); do
        if serves; then break 2; fi
        kill -0 "$server" 2> /dev/null || continue 2
        sleep 0.05
    done
    kill "$server" 2> /dev/null || true
    wait "$server" || true
done
serves || { echo "could not be started: $(tail -n 1 "$data/log")" >&2; exit 1; }
echo "ready $port $(redis-server --version | sed 's/.*v=\([0-9.]*\).*/\1/')"
hold
