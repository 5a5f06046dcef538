# What the scripts have in common that run a peer of one process; they read this with 'source'.
#
# Whoever does says where it writes, 'folder', and its name, 'peer'. 'data' is a folder of its own
# below that; 'server' is to become the number of its process.
data=$(mktemp -d "$folder/$peer.XXXXXX")
server=
reader=

# Stops the server and removes what it wrote.
finish() {
    trap - EXIT
    [ -z "$reader" ] || kill "$reader" 2> /dev/null || true
    if [ -n "$server" ]; then
        kill "$server" 2> /dev/null || true
        wait "$server" 2> /dev/null || true
    fi
    rm -rf "$data"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Waits until standard input ends: 'wait' lets a trap run at once, which 'read' would not.
hold() {
    cat <&0 > /dev/null &
    reader=$!
    wait "$reader"
}
