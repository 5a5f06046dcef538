#!/usr/bin/env bash
# clustered.sh FOLDER: clustered-server.c on loopback, for as long as standard input stays open.
#
# Prints 'ready PORT LMDB-VERSION PROCESS' once it serves. It is stopped, and what it wrote is
# removed, when standard input ends (Ctrl-D), and upon SIGINT, SIGTERM and SIGHUP. Exits with 69 if
# there is no C compiler or no LMDB.
set -euo pipefail

folder=${1:?usage: clustered.sh FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
compiler=$(command -v cc || true)
echo '#include <lmdb.h>' | "${compiler:-false}" -E -x c - > /dev/null 2>&1 || {
    echo "not installed (apt-get install gcc liblmdb-dev)" >&2
    exit 69
}
peer=clustered
source "$here/private-server.sh"

"$compiler" -std=c11 -O2 -Wall -Wextra -o "$data/clustered-server" "$here/clustered-server.c" \
    -llmdb -pthread

# A session of its own keeps the terminal's Ctrl-C away from the server until it is stopped here.
setsid "$data/clustered-server" "$data" < /dev/null > "$data/said" 2> "$data/log" &
server=$!
until [ -s "$data/said" ]; do
    kill -0 "$server" 2> /dev/null || {
        echo "could not be started: $(tail -n 1 "$data/log")" >&2
        exit 1
    }
    sleep 0.05
done
cat "$data/said"
hold
