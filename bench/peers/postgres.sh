#!/usr/bin/env bash
# postgres.sh FOLDER USERS NOTES BYTES: a private PostgreSQL on loopback, full of notes, for as long
# as standard input stays open.
#
# Prints 'ready PORT VERSION PROGRAMS' once it serves; PROGRAMS is the folder of its pgbench. The
# filled cluster is made once and kept in FOLDER; each run works on a copy. It is stopped, and the
# copy is removed, when standard input ends (Ctrl-D), and upon SIGINT, SIGTERM and SIGHUP. Nothing
# else of PostgreSQL on this machine is touched. PostgreSQL refuses to run as root: started by root,
# it runs as the user postgres, who must be able to pass through FOLDER. Exits with 69 if it is not
# installed.
set -euo pipefail

usage='usage: postgres.sh FOLDER USERS NOTES BYTES'
folder=${1:?$usage} users=${2:?$usage} notes=${3:?$usage} bytes=${4:?$usage}
here=$(cd "$(dirname "$0")" && pwd)
programs=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
[ -n "$programs" ] || programs=$(dirname "$(command -v initdb)" 2> /dev/null || true)
[ -x "$programs/initdb" ] && [ -x "$programs/pgbench" ] || {
    echo "not installed (apt-get install postgresql)" >&2
    exit 69
}
version=$("$programs/postgres" --version | sed 's/[^0-9]*\([0-9.]*\).*/\1/')

if [ "$(id -u)" = 0 ]; then
    as_owner() { setpriv --reuid=postgres --regid=postgres --clear-groups -- "$@"; }
else
    as_owner() { "$@"; }
fi

work=$(mktemp -d "$folder/postgres.XXXXXX")
reader=

finish() {
    trap - EXIT
    [ -z "$reader" ] || kill "$reader" 2> /dev/null || true
    for data in "$work"/*/; do
        [ ! -e "$data/postmaster.pid" ] ||
            as_owner "$programs/pg_ctl" -D "$data" -m immediate -w stop > /dev/null 2>&1 || true
    done
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
if [ "$(id -u)" = 0 ]; then chown postgres: "$work"; fi
cd "$work"

# Starts the cluster in a folder on a free port.
start() {
    for _ in $(seq 20); do
        port=$((20000 + RANDOM % 12000))
        if as_owner setsid "$programs/pg_ctl" -D "$1" -l "$work/log" -o "-p $port" -w start \
            < /dev/null > /dev/null 2>&1; then
            return
        fi
    done
    echo "could not be started: $(tail -n 1 "$work/log")" >&2
    exit 1
}

# A commit is on stable storage before its reply, which is the default. Checkpoints and the vacuum
# would come at moments of their own: the run is too short for them to be due.
make_cluster() {
    as_owner "$programs/initdb" -D "$1" -A trust -U bench -E UTF8 --locale=C > /dev/null
    as_owner tee -a "$1/postgresql.conf" > /dev/null << 'CONF'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = 512MB
max_wal_size = 8GB
checkpoint_timeout = 30min
autovacuum = off
synchronous_commit = on
CONF
    start "$1"
    "$programs/psql" -h 127.0.0.1 -p "$port" -U bench -d postgres -q -o /dev/null \
        -v ON_ERROR_STOP=1 -v users="$users" -v messages="$notes" -v bytes="$bytes" \
        -f "$here/postgres-schema.sql"
    as_owner "$programs/pg_ctl" -D "$1" -m fast -w stop > /dev/null
}

kept="$folder/postgres-${version%%.*}"
if [ ! -e "$kept" ]; then
    make_cluster "$work/new"
    mv "$work/new" "$kept"
fi
cp -a "$kept" "$work/data"
start "$work/data"
echo "ready $port $version $programs"

# 'wait' lets a trap run at once, which 'read' would not.
cat <&0 > /dev/null &
reader=$!
wait "$reader"
