# One command each. `make` alone lists them.

SHELL := /bin/bash

SWIFT ?= swift
CONFIGURATION ?= release
LISTEN ?= tcp://127.0.0.1:7575
STORE ?= ./.notelet
# Who tries it out alone is many people at one address.
SERVE_ARGUMENTS ?= --shared-address
COVERAGE_MIN ?= 90
SECONDS ?= 60
ROUNDS ?= 200
IMAGES ?= 2000
OPERATIONS ?= 1000000
CYCLES ?= 50
STORES ?= 1
HOURS ?= 8
NIGHT_ARGUMENTS = --hours $(HOURS) $(if $(ONLY),--only $(ONLY)) $(if $(SEED),--seed $(SEED)) \
    $(if $(REPORT),--report $(REPORT))
FUZZ_ARGUMENTS = $(if $(SEED),--seed $(SEED)) $(if $(EXECUTIONS),--executions $(EXECUTIONS))

# Debian packages, each with what it is for. The first list is needed to build, the second to write
# the contract in Swift anew, the third by the tests and the demo, the fourth to make packages, the
# last to try those on a system of their own.
BUILD_PACKAGES := liblmdb-dev libsodium-dev libssl-dev libxxhash-dev libmicrohttpd-dev \
    libgnutls28-dev zlib1g-dev libqrencode-dev libsqlite3-dev pkg-config
GENERATE_PACKAGES := protobuf-compiler libprotobuf-dev
TEST_PACKAGES := $(BUILD_PACKAGES) $(GENERATE_PACKAGES) git openssl curl python3 python3-protobuf \
    chromium chromium-driver python3-selenium python3-venv \
    fortunes-min fortunes zsh fish mandoc groff-base systemd lmdb-utils \
    golang-go golang-github-containerd-ttrpc-dev golang-google-protobuf-dev
DEB_PACKAGES := $(BUILD_PACKAGES) binutils dpkg-dev
TRIAL_PACKAGES := $(DEB_PACKAGES) debootstrap lintian python3 systemd-container

BIN := .build/$(CONFIGURATION)
SWIFT_BIN = $(dir $(shell readlink -f "$$(command -v $(SWIFT))"))
PRODUCTS := notelet-server notelet-cli notelet-demo
# What goes into packages: linked with Swift's libraries, so that nothing but Debian's are needed.
PACKAGED := notelet-server notelet-cli notelet-admin
STATIC := .build-static
GENERATED := Sources/Contract/NoteletAPI/Generated
CONTRACT = $(shell find Protocol/notelet -name '*.proto')
GENERATED_CLIENTS := Sources/Client/NoteletClient/Generated
GENERATED_REFUSALS := Sources/Contract/Domain/Generated
GENERATED_DOCUMENTS := Protocol/tables
LINTED := Sources Tests bench Package.swift

.DEFAULT_GOAL := help
.PHONY: help demo demo-directory demo-rewards demo-delivery serve test generate lint coverage bench attack timing microbench sanitize-thread \
    sanitize-address fuzz night crash-kill crash-power crash-fail crash-lose crash-fill \
    crash-pages ledger-model reward-model delivery-model \
    crash browse api application outlast deb deb-test docker-rehearsal \
    swift libraries build-libraries generate-libraries deb-libraries trial-libraries

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

demo: swift libraries ## build everything and run the main job end to end
	@for product in $(PRODUCTS); do \
	    $(SWIFT) build -c $(CONFIGURATION) --product $$product || exit 1; \
	done
	$(BIN)/notelet-demo $(BIN)/notelet-server

demo-directory: swift libraries ## build everything and play two apps and a directory, kill -9 included
	@for product in $(PRODUCTS) notelet-admin; do \
	    $(SWIFT) build -c $(CONFIGURATION) --product $$product || exit 1; \
	done
	$(BIN)/notelet-demo $(BIN)/notelet-server --story directory

demo-rewards: swift libraries ## build everything and play four weeks of surveys, points and streaks
	@for product in $(PRODUCTS) notelet-admin; do \
	    $(SWIFT) build -c $(CONFIGURATION) --product $$product || exit 1; \
	done
	Tests/Clock/build .build/clock.so
	$(BIN)/notelet-demo $(BIN)/notelet-server --story rewards --clock .build/clock.so

demo-delivery: swift libraries ## build everything and play a lunch hour of riders, orders and cash
	@for product in $(PRODUCTS) notelet-admin; do \
	    $(SWIFT) build -c $(CONFIGURATION) --product $$product || exit 1; \
	done
	$(BIN)/notelet-demo $(BIN)/notelet-server --story delivery

serve: swift build-libraries ## build the server and run it on LISTEN with the store in STORE
	$(SWIFT) build -c $(CONFIGURATION) --product notelet-server
	exec $(BIN)/notelet-server --listen $(LISTEN) --store $(STORE) $(SERVE_ARGUMENTS)

test: swift libraries application ## build everything and run all tests
	$(SWIFT) build --build-tests
	@Tests/run .build/debug/*.xctest

generate: swift generate-libraries ## write anew the contract in Swift and in tables, and the lists of features
	$(SWIFT) build --product compose-features
	$(SWIFT) package dump-package | .build/debug/compose-features .
	$(SWIFT) build --product protoc-gen-notelet
	rm -f $(GENERATED)/*.pb.swift $(GENERATED_CLIENTS)/*.client.swift
	protoc --plugin=.build/debug/protoc-gen-notelet --proto_path=Protocol \
	    --notelet_opt=contract --notelet_out=$(GENERATED) \
	    $(CONTRACT)
	protoc --plugin=.build/debug/protoc-gen-notelet --proto_path=Protocol \
	    --notelet_opt=clients --notelet_out=$(GENERATED_CLIENTS) \
	    $(CONTRACT)
	protoc --plugin=.build/debug/protoc-gen-notelet --proto_path=Protocol \
	    --notelet_opt=refusals --notelet_out=$(GENERATED_REFUSALS) \
	    $(CONTRACT)
	protoc --plugin=.build/debug/protoc-gen-notelet --proto_path=Protocol \
	    --notelet_opt=documents --notelet_out=$(GENERATED_DOCUMENTS) \
	    $(CONTRACT)

application: swift build-libraries ## build the sample applications, in a package of their own, and run their tests
	$(SWIFT) test --package-path Tests/Application --scratch-path .build/application \
	    --disable-xctest
	# As it is shipped: what the optimizer stumbles on, no test would show.
	$(SWIFT) build -c release --package-path Tests/Application --product notes \
	    --scratch-path .build/application

api: swift libraries ## list what the products offer to applications, and how much of it is documented
	$(SWIFT) build --build-tests
	Tests/Application/api

outlast: swift libraries ## write 1,000 notes while clients and server are killed, and count what arrives
	for product in notelet-server notelet-cli notes; do \
	    $(SWIFT) build --product $$product || exit 1; \
	done
	Tests/Application/outlast
	Tests/Application/outlast --clients 2

lint: swift ## check the format of every Swift file
	$(SWIFT) format lint --strict --recursive $(LINTED)

coverage: swift libraries ## run all tests and print the covered lines of each module
	$(SWIFT) test --enable-code-coverage --disable-xctest --no-parallel
	@"$(SWIFT_BIN)llvm-cov" export -format=lcov -summary-only .build/debug/*.xctest \
	    $$(find .build/debug -maxdepth 1 -type f -name 'notelet-*' -perm -u+x \
	        -printf '-object %p ') \
	    -instr-profile .build/debug/codecov/default.profdata "$(CURDIR)/Sources" \
	| awk -F : -v root="$(CURDIR)/Sources/" -v min=$(COVERAGE_MIN) ' \
	    function percent(ran, lines) { return lines ? 100 * ran / lines : 100 } \
	    BEGIN { row = "  %-22s %6d lines %7.2f %%\n" } \
	    $$1 == "SF" { name = substr($$2, length(root) + 1); sub(/^[^\/]*\//, "", name); \
	        sub(/\/.*/, "", name) } \
	    $$1 == "LF" { lines[name] += $$2; allLines += $$2 } \
	    $$1 == "LH" { ran[name] += $$2; allRan += $$2 } \
	    END { \
	        if (!allLines) { print "No coverage was recorded."; exit 1 } \
	        for (name in lines) \
	            printf row, name, lines[name], percent(ran[name], lines[name]) | "sort"; \
	        close("sort"); \
	        all = percent(allRan, allLines); \
	        printf row, "total", allLines, all; \
	        if (all < min) { printf "Less than %d %% of the lines ran.\n", min; exit 1 } \
	    }'

bench: swift build-libraries ## build for release and run the standard benchmark, in some 10 minutes
	$(SWIFT) build -c release --product notelet-server
	$(SWIFT) build -c release --product notelet-bench
	.build/release/notelet-bench suite $(BENCH_ARGUMENTS)

browse: swift libraries ## look at all pages in Chromium, with axe, and take pictures of them
	$(SWIFT) build --product notelet-server
	@test -d .build/browse || python3 -m venv .build/browse
	@.build/browse/bin/pip install --quiet axe-selenium-python \
	    || echo "axe cannot be had from the package index: the pages are looked at without it."
	cd Tests/Browser && /usr/bin/python3 -B -m unittest test_pages test_operators long_owners long_tabs
	/usr/bin/python3 -B Tests/Browser/browse.py .build/pictures \
	    $$(find .build/browse -name axe.min.js | head -n 1)
	@echo "The pictures are in .build/pictures."

attack: swift build-libraries ## attack a server, and show its memory and what honest clients notice
	$(SWIFT) build -c release --product notelet-server
	$(SWIFT) build -c release --product notelet-bench
	.build/release/notelet-bench attack $(BENCH_ARGUMENTS)

timing: swift build-libraries ## measure what can be told by how long calls take, in 8 minutes
	$(SWIFT) build -c release --product notelet-server
	$(SWIFT) build -c release --product notelet-bench
	.build/release/notelet-bench timing $(BENCH_ARGUMENTS)

# Testable modules, since it measures their insides; the compiler of Swift 6.3.1 crashes in
# cross-module optimisation then.
microbench: swift build-libraries ## measure single operations, in time and in allocations
	NOTELET_MICROBENCH=1 $(SWIFT) build -c release --product notelet-microbench \
	    --scratch-path .build-microbench -Xswiftc -enable-testing -Xswiftc -disable-cmo
	.build-microbench/release/notelet-microbench $(BENCH_ARGUMENTS)

# The sanitizer keeps files of its own, which a test that limits the size of files does not let it.
sanitize-thread: swift libraries ## run all tests under the thread sanitizer
	NOTELET_SANITIZE=thread $(SWIFT) test --sanitize=thread --scratch-path .build-thread \
	    --disable-xctest --no-parallel --skip TidyTests --skip CrashLaboratoryTests \
	    --skip BackupTests/fullDisk

# The sanitizer keeps what was freed and does not find a weak reference's memory again: memory is
# measured, and leaks are looked for, without it.
sanitize-address: swift libraries ## run all tests under the address sanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build-address \
	    --disable-xctest --no-parallel --skip TidyTests --skip CrashLaboratoryTests \
	    --skip aFloodThatReadsNothing --skip idleConnectionsTakeLittle

fuzz: swift libraries ## fuzz every decoder for SECONDS each, again until EXECUTIONS in all
	Tests/Fuzzing/run $(FUZZ_ARGUMENTS) $(SECONDS)

night: crash ## let all laboratories work for HOURS, or those named ONLY, and write a report
	$(SWIFT) build -c release --product notelet-server
	$(SWIFT) build -c release --product notelet-bench
	Tests/Night/run $(NIGHT_ARGUMENTS)

crash-kill: crash ## kill a busy store ROUNDS times and check it each time
	.build/release/notelet-crash kill --rounds $(ROUNDS) $(CRASH_ARGUMENTS)

crash-power: crash ## check IMAGES disks as a power cut leaves them
	.build/release/notelet-crash power --images $(IMAGES) --shim .build/disk.so \
	    $(if $(wildcard /dev/shm),--folder /dev/shm) $(CRASH_ARGUMENTS)

crash-fail: crash ## let each call of a store's disk fail in turn
	.build/release/notelet-crash fail --shim .build/disk.so \
	    $(if $(wildcard /dev/shm),--folder /dev/shm) $(CRASH_ARGUMENTS)

crash-lose: crash ## take parts away from the logs of ROUNDS stores
	.build/release/notelet-crash lose --rounds $(ROUNDS) $(CRASH_ARGUMENTS)

crash-fill: crash ## fill a store's map to the brim CYCLES times, with kills
	.build/release/notelet-crash fill --cycles $(CYCLES) $(CRASH_ARGUMENTS)

crash-pages: crash ## damage each page of STORES stores
	.build/release/notelet-crash pages --stores $(STORES) $(CRASH_ARGUMENTS)

ledger-model: crash ## hold the ledger against a plain model for OPERATIONS, with kills in between
	.build/release/notelet-crash ledger --operations $(OPERATIONS) $(CRASH_ARGUMENTS)

reward-model: crash ## hold rewards against a plain model for OPERATIONS, with kills in between
	.build/release/notelet-crash rewards --operations $(OPERATIONS) $(CRASH_ARGUMENTS)

delivery-model: crash ## hold delivery against a plain model for OPERATIONS, with kills in between
	.build/release/notelet-crash delivery --operations $(OPERATIONS) $(CRASH_ARGUMENTS)

crash: swift build-libraries
	$(SWIFT) build -c release --product notelet-crash
	Tests/Crash/Disk/build .build/disk.so

deb: swift deb-libraries ## build the Debian package
	@for product in $(PACKAGED); do \
	    $(SWIFT) build -c release --static-swift-stdlib --scratch-path $(STATIC) \
	        --product $$product || exit 1; \
	done
	deploy/debian/build $(STATIC)/release $(STATIC)/debian

deb-test: trial-libraries deb ## install the Debian package on a system of its own and use it
	deploy/debian/test $$(ls -t $(STATIC)/debian/*.deb | head -n 1) $(STATIC)/systems

docker-rehearsal: swift trial-libraries ## carry out the Dockerfile without an engine and use the image
	deploy/docker/rehearse $(STATIC)/systems

swift:
	@command -v $(SWIFT) > /dev/null || { \
	    echo "No '$(SWIFT)' on the PATH. Install Swift 6.3 (https://www.swift.org/install)," \
	        "or name it: make SWIFT=/path/to/swift." >&2; \
	    exit 69; \
	}

libraries: PACKAGES = $(TEST_PACKAGES)
build-libraries: PACKAGES = $(BUILD_PACKAGES)
generate-libraries: PACKAGES = $(GENERATE_PACKAGES)
deb-libraries: PACKAGES = $(DEB_PACKAGES)
trial-libraries: PACKAGES = $(TRIAL_PACKAGES)

# Costs a few milliseconds and touches nothing when no package is missing.
libraries build-libraries generate-libraries deb-libraries trial-libraries:
	@installed() { \
	    dpkg-query --show --showformat='$${Status}' "$$1" 2> /dev/null \
	        | grep -q '^install ok installed$$'; \
	}; \
	purpose() { \
	    case "$$1" in \
	        liblmdb-dev) echo "the store's database";; \
	        libsodium-dev) echo "passwords, tokens and ciphers";; \
	        libssl-dev) echo "TLS";; \
	        libmicrohttpd-dev) echo "HTTP";; \
	        libgnutls28-dev) echo "TLS for HTTP";; \
	        libsqlite3-dev) echo "the database of a store on a device";; \
	        libqrencode-dev) echo "QR codes of personal links";; \
	        zlib1g-dev) echo "compression for HTTP";; \
	        libxxhash-dev) echo "checksums of stored records";; \
	        pkg-config) echo "tells Swift where the C libraries are";; \
	        chromium*) echo "tests look at the pages with it";; \
	        curl) echo "tests speak HTTP with a client that is not ours";; \
	        openssl) echo "tests speak TLS with a client that is not ours";; \
	        protobuf-compiler | libprotobuf-dev) echo "reads the .proto files";; \
	        python3*) echo "tests and the demo run a client that is not ours";; \
	        golang-*) echo "tests run a client of containerd's ttrpc library for Go";; \
	        lmdb-utils) echo "tests load a dump with it";; \
	        fortunes*) echo "real texts for notes in tests and the demo";; \
	        zsh | fish) echo "tests complete lines with it";; \
	        mandoc | groff-base) echo "tests read the manual pages with it";; \
	        systemd) echo "tests check the units with it";; \
	        binutils | dpkg-dev) echo "makes the Debian package";; \
	        lintian) echo "checks the Debian package";; \
	        debootstrap | systemd-container) echo "makes systems to try packages on";; \
	    esac; \
	}; \
	if ! command -v dpkg-query > /dev/null; then \
	    echo "Not a Debian system: these must be there already: $(PACKAGES)" >&2; \
	    exit 0; \
	fi; \
	missing=; \
	for package in $(PACKAGES); do installed $$package || missing="$$missing $$package"; done; \
	if [ -z "$$missing" ]; then exit 0; fi; \
	echo "Installing the Debian packages that are missing:"; \
	for package in $$missing; do printf '  %-18s %s\n' $$package "$$(purpose $$package)"; done; \
	if [ "$$(id -u)" -eq 0 ]; then as_root=; \
	elif command -v sudo > /dev/null; then as_root=sudo; \
	else echo "Run as root: apt-get install$$missing" >&2; exit 69; fi; \
	$$as_root apt-get update -qq || echo "Going on with the lists of packages that are there." >&2; \
	$$as_root env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $$missing < /dev/null
