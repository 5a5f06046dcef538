#!/bin/sh
# Generates the messages and builds the tour into a folder, from Debian's packages alone:
# golang-go, golang-github-containerd-ttrpc-dev, golang-google-protobuf-dev, protobuf-compiler.
#
#     ./build.sh FOLDER && FOLDER/tour tcp://127.0.0.1:7575
set -eu

if [ $# -ne 1 ]; then
    echo "Say where to build: build.sh FOLDER" >&2
    exit 64
fi
here=$(cd "$(dirname "$0")" && pwd)
contract=$(cd "$here/../.." && pwd)
mkdir -p "$1/src"
folder=$(cd "$1" && pwd)

# The libraries are those that Debian installs as sources; nothing is fetched.
GOCACHE=${GOCACHE:-$folder/cache}
GOPATH=$folder:/usr/share/gocode
export GO111MODULE=off GOFLAGS= GOCACHE GOPATH

go build -o "$folder/protoc-gen-go" google.golang.org/protobuf/cmd/protoc-gen-go
options=
for file in "$contract"/notelet/v1/*.proto; do
    options=$options${options:+,}Mnotelet/v1/$(basename "$file")=notelet/v1
done
protoc --proto_path="$contract" --plugin="protoc-gen-go=$folder/protoc-gen-go" \
    --go_out="$options:$folder/src" "$contract"/notelet/v1/*.proto
go build -o "$folder/tour" "$here/tour.go"
