# `make run` sends a test pattern, `make test` runs the tests, `make help` lists all targets.

SHELL := /bin/bash
PREFIX ?= $(HOME)/.local
SWIFT_BUILD := source scripts/flags.sh && swift build "$${release[@]}" $(BUILD_FLAGS)
BINARY := .build/release/psstudio
SERVER := .build/release/psstudio-server
LIBRARY := .build/release/libpsstudio-c.so
PLUGIN := .build/release/libgstpsstudio.so
MEETINGSDK := .build/release/libmeetingsdk.so
VERSION := $(shell cat VERSION)

# The completion folders of bash, zsh and fish under PREFIX.
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/psstudio
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_psstudio
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/psstudio.fish
INSTALLED = $(DESTDIR)$(PREFIX)/bin/psstudio
# psstudio finds its server there.
INSTALLED_SERVER = $(DESTDIR)$(PREFIX)/libexec/psstudio-server
# The folder of libraries under PREFIX; Debian has lib/x86_64-linux-gnu.
LIBDIR ?= lib
LIBRARIES = $(DESTDIR)$(PREFIX)/$(LIBDIR)
HEADER = $(DESTDIR)$(PREFIX)/include/psstudio.h
DOCUMENTS = $(DESTDIR)$(PREFIX)/share/doc/psstudio
# What C and C++ are compiled and linked with: checks of stacks and buffers, and functions that are bound at the start.
HARDENED := -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Wl,-z,relro -Wl,-z,now
# The prefix in the files of pkg-config.
PC_PREFIX ?= $(PREFIX)
# The headers of the C++ interface have names of another vendor, so they are in folders of their own.
CPP_HEADERS = $(DESTDIR)$(PREFIX)/include/psstudio-meetingsdk
# Where the plugin finds libpsstudio.so.0 when the system's loader does not; empty in packages.
PLUGIN_RPATH ?= -Wl,-rpath,'$$ORIGIN/..'

.DEFAULT_GOAL := help
.PHONY: help packages test-packages resolved build server library plugin meetingsdk run test deb release doctor wheel clean install uninstall smoke check lint \
    docs versions test-additions test-install test-embedding test-meetingsdk test-python test-python-bot test-vendor-answers test-page operators-day screenshots test-server test-obs test-deb test-platforms test-app examples test-corrections test-matrix tsan counts \
    bench measure-server nightly weekly selftest soak control-churn recording-churn outputs-churn losses changes network-faults torture fuzz fleet

##@ For users
help: ## List the targets
	@awk -F ':.*## ' '/^##@ / { printf "%s%s\n", began++ ? "\n" : "", substr($$0, 5) } \
	    /^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages:
	@scripts/install-packages.sh build

test-packages:
	@scripts/install-packages.sh build test

Package.resolved: Package.swift | packages
	@source scripts/flags.sh && swift package resolve
	@touch $@

# Compares the versions of the resolved packages with the tested ones.
resolved: Package.resolved
	@scripts/versions.sh

build: resolved ## Build the program in release mode
	@echo "Building psstudio in release mode; the first build takes about three minutes."
	@$(SWIFT_BUILD) --product psstudio

server: resolved ## Build psstudio-server, which psstudio serve and start --serve run
	@$(SWIFT_BUILD) --product psstudio-server

library: resolved
	@$(SWIFT_BUILD) --product psstudio-c

plugin: library
	@$(CC) -O2 -Wall -Wextra -Wno-unused-parameter -Werror -fPIC -shared -fvisibility=hidden $(HARDENED) -DPSSTUDIO_VERSION='"$(VERSION)"' \
	    -ISources/Programs/CPSStudio/include Sources/Programs/GstPSStudio/*.c $(LIBRARY) \
	    $$(pkg-config --cflags --libs gstreamer-base-1.0 gstreamer-video-1.0 gstreamer-audio-1.0) $(PLUGIN_RPATH) \
	    -Wl,--as-needed -Wl,-z,nodelete -Wl,-z,defs -Wl,--version-script=Sources/Programs/GstPSStudio/gstpsstudio.map -o $(PLUGIN)

meetingsdk: library
	@scripts/build-meetingsdk.sh $(LIBRARY) $(MEETINGSDK)

run: build ## Send 10 s of 1920x1080 through the studio to studio.mp4
	@$(BINARY) start --width 1920 --height 1080 --duration 10s --out studio.mp4 --force
	@echo
	@echo "Sent through the emulated Production Studio to studio.mp4."
	@echo "  play:         ffplay studio.mp4      (or any player)"
	@echo "  inspect:      ffprobe studio.mp4"
	@echo "  send video:    ffmpeg -i clip.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - | $(BINARY) start --video - --out show.mp4"
	@echo "  control page: make server && $(BINARY) start --serve --out show.mp4   (it prints the address)"
	@echo "  install:      make install PREFIX=~/.local"
	@echo "  learn more:   psstudio start --help"

test: test-packages resolved ## Run all tests; installs ffmpeg and nginx with its RTMP module if missing; optional: SANITIZE=address
	@scripts/test.sh

deb: ## Build Debian packages of programs, libraries, GStreamer plugin and documents in .build/deb
	@scripts/deb.sh

release: ## Build packages, wheels, tar, image and apt folder in .build/release-VERSION; optional: GPG_KEY=ID signs the apt folder
	@scripts/install-packages.sh build python deb
	@scripts/release.sh

doctor: build ## Report what works on this machine, and which packages are missing
	@$(BINARY) doctor

wheel: ## Build the wheel of the Python package in .build/wheel
	@scripts/install-packages.sh build python
	@scripts/wheel.sh pure

clean: ## Remove all build products
	@rm -rf .build .build-* Benchmarks/.build examples/*/.build

install: build server library plugin meetingsdk ## Install program, completions, libraries and GStreamer plugin under PREFIX (~/.local)
	@install -d "$(dir $(INSTALLED))" "$(dir $(INSTALLED_SERVER))" "$(dir $(BASH_COMPLETION))" "$(dir $(ZSH_COMPLETION))" "$(dir $(FISH_COMPLETION))" \
	    "$(LIBRARIES)/pkgconfig" "$(LIBRARIES)/gstreamer-1.0" "$(dir $(HEADER))" "$(DOCUMENTS)"
	@install -s $(BINARY) "$(INSTALLED)"
	@install -s $(SERVER) "$(INSTALLED_SERVER)"
	@$(BINARY) --generate-completion-script bash >"$(BASH_COMPLETION)"
	@$(BINARY) --generate-completion-script zsh >"$(ZSH_COMPLETION)"
	@$(BINARY) --generate-completion-script fish >"$(FISH_COMPLETION)"
	@install -s -m 644 $(LIBRARY) "$(LIBRARIES)/libpsstudio.so.0"
	@ln -sf libpsstudio.so.0 "$(LIBRARIES)/libpsstudio.so"
	@install -s -m 644 $(PLUGIN) "$(LIBRARIES)/gstreamer-1.0/libgstpsstudio.so"
	@install -m 644 Sources/Programs/CPSStudio/include/psstudio.h "$(HEADER)"
	@python3 scripts/licences.py "$(DOCUMENTS)"
	@sed 's|@PREFIX@|$(PC_PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' packaging/psstudio.pc.in \
	    >"$(LIBRARIES)/pkgconfig/psstudio.pc"
	@install -s -m 644 $(MEETINGSDK) "$(LIBRARIES)/libmeetingsdk.so.1"
	@ln -sf libmeetingsdk.so.1 "$(LIBRARIES)/libmeetingsdk.so"
	@for folder in meetingsdk meetingsdk-win32; do \
	    (cd Sources/Programs/MeetingSDK/include/$$folder && find . -name '*.h' -exec install -D -m 644 {} "$(abspath $(DESTDIR)$(PREFIX))/include/psstudio-$$folder/{}" \;); \
	    sed 's|@PREFIX@|$(PC_PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|' packaging/psstudio-$$folder.pc.in \
	        >"$(LIBRARIES)/pkgconfig/psstudio-$$folder.pc"; \
	done
	@echo "Installed $(INSTALLED), with completions for bash, zsh and fish, and $(INSTALLED_SERVER)"
	@echo "Installed $(LIBRARIES)/libpsstudio.so.0, its header, and gstreamer-1.0/libgstpsstudio.so"
	@echo "Installed $(LIBRARIES)/libmeetingsdk.so.1, and its headers in $(CPP_HEADERS)"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "Put $(PREFIX)/bin on your PATH to call it by name." ;; esac

uninstall: ## Remove everything that make install installed under PREFIX
	@rm -f "$(INSTALLED)" "$(INSTALLED_SERVER)" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)" "$(HEADER)" \
	    "$(LIBRARIES)/libpsstudio.so.0" "$(LIBRARIES)/libpsstudio.so" "$(LIBRARIES)/pkgconfig/psstudio.pc" \
	    "$(LIBRARIES)/libmeetingsdk.so.1" "$(LIBRARIES)/libmeetingsdk.so" "$(LIBRARIES)"/pkgconfig/psstudio-meetingsdk*.pc \
	    "$(LIBRARIES)/gstreamer-1.0/libgstpsstudio.so"
	@rm -rf "$(CPP_HEADERS)" "$(CPP_HEADERS)-win32" "$(DOCUMENTS)"

##@ For contributors
smoke: packages resolved ## Check the format, build what it needs, run the unit tests of the lower floors, probe a session
	@scripts/smoke.sh

check: ## Run what CI runs, in at most 45 minutes on two cores; scripts/steps.sh --list check shows it
	@scripts/steps.sh check

lint: ## Check the formatting and the house rules
	@scripts/lint.sh

docs: packages ## Build the documentation of the public modules; a warning is an error
	@scripts/docs.sh

versions: Package.resolved ## Write the versions of the resolved packages to scripts/versions.txt
	@scripts/versions.sh --update

test-additions: packages resolved ## Add a command, an option and a route to a copy, build it, and count the files that each touches
	@scripts/test-additions.sh

test-install: ## Install to a temporary folder and run the program without a Swift toolchain
	@scripts/test-install.sh

test-embedding: ## Install to a temporary folder and use the C library and the GStreamer plugin
	@scripts/test-embedding.sh

test-meetingsdk: test-packages ## Test the C++ interface of Zoom's Meeting SDK; optional: VENDOR_HEADERS=FOLDER compares with the vendor's
	@scripts/test-meetingsdk.sh

test-python: ## Test the Python package and its pytest plugin, and try the page's lines in an empty environment
	@scripts/install-packages.sh build python
	@scripts/test-python.sh

test-python-bot: ## Install zoom-meeting-sdk from PyPI into a temporary folder, and run a Python bot on it
	@scripts/test-python-bot.sh

test-vendor-answers: packages ## Ask psstudio and the vendor's library of zoom-meeting-sdk on PyPI the same questions before authentication
	@scripts/test-vendor-answers.sh

test-page: build server ## Test the page of `psstudio verify --html` and the control page in Chromium
	@scripts/install-packages.sh page
	@scripts/test-page.sh

operators-day: build server ## Play faults for an hour, with the control page in Chromium; optional: SECONDS_TO_RUN=300, SEED=7, ONLY=KINDS
	@scripts/install-packages.sh page test
	@scripts/operators-day.sh

screenshots: ## Make the screenshots of the control page in docs/screenshots: main states, three widths, both themes
	@scripts/install-packages.sh page
	@scripts/screenshots.sh

test-server: build server ## Test the HTTP interface by schemathesis and promtool; SCHEMATHESIS_SECONDS=600 takes longer
	@scripts/install-packages.sh server
	@scripts/test-server.sh

test-obs: build server ## Drive sessions by obs-websocket with real clients, and attack them; optional: PSSTUDIO_OBS_STARTS=100
	@scripts/install-packages.sh build python
	@scripts/test-obs.sh

test-deb: ## Build the Debian packages, check, install, use and remove them; needs root; optional: CLEAN_ROOT=1
	@scripts/install-packages.sh build deb
	@scripts/test-deb.sh

test-platforms: release ## Install what `make release` has made in minimal systems, and use it; needs root; optional: UBUNTU_ROOT=FOLDER
	@scripts/test-platforms.sh

test-app: packages ## Build an app beside a newer swift-log than the tested one
	@scripts/test-app.sh

examples: packages ## Build and run all examples, including the README's quick start
	@scripts/install-packages.sh build examples
	@scripts/examples.sh

test-corrections: test-packages ## Run the test of each correction of GStreamer without that correction: each has to fail
	@scripts/test.sh --without-corrections

test-matrix: packages ## Run correct clients in all scenarios that can affect them; optional: MATRIX_OPTIONS="--times 20 --busy 2 --only ZoomStudio"
	@scripts/install-packages.sh build examples
	@scripts/test-matrix.sh $(MATRIX_OPTIONS)

tsan: packages ## Run callback queue, controller, sender, inputs and outputs under the thread sanitizer
	@scripts/tsan.sh

counts: resolved ## Count instructions and allocations per frame; the same on every machine
	@scripts/bench.sh --counts

bench: resolved ## Benchmark against C, gst-launch and ffmpeg
	@scripts/bench.sh

measure-server: build server ## Measure the HTTP server
	@scripts/measure-server.sh

##@ Long runs
nightly: ## Run every step once, in at most 90 minutes
	@scripts/steps.sh nightly

weekly: ## Run the long forms, about four hours
	@scripts/steps.sh weekly

selftest: build test-packages ## Send the coded source to all kinds of outputs and probe the result
	@scripts/selftest.sh

soak: build test-packages ## Run all kinds of outputs for ten minutes: memory, threads, sync; SECONDS_TO_RUN=60 for a shorter one
	@scripts/soak.sh

control-churn: build test-packages ## Add, restart and remove outputs with psstudio control for ten minutes; optional: SECONDS_TO_RUN=60
	@scripts/soak.sh control

recording-churn: build test-packages ## Start, stop and split recordings beside a stream for ten minutes, then a hundred short ones; optional: SECONDS_TO_RUN=60
	@scripts/soak.sh recordings

outputs-churn: build test-packages ## Add, restart and remove outputs of every kind for 30 minutes; optional: SECONDS_TO_RUN=360
	@scripts/soak.sh churn

losses: build test-packages ## Compare missing with counted losses for an hour; optional: SECONDS_TO_RUN=120, SEED=7, LOAD=4
	@scripts/soak.sh losses

changes: build test-packages ## Change the source twenty times in ten minutes, with slates, and kill the writers of a FIFO
	@PSSTUDIO_CHANGES=20 PSSTUDIO_CHANGES_INTERVAL=29 PSSTUDIO_WRITERS=100 scripts/test.sh --filter 'ChangesTests|WriterChurnTests'

network-faults: build test-packages ## Kill and restart a server ten times, and kill ten sessions at seeded moments
	@PSSTUDIO_KILLS=10 scripts/test.sh --filter NetworkFaultTests

torture: build test-packages ## Run seeded sessions with hostile peers; optional: SEED=123, SESSIONS=500 or HOURS=24
	@scripts/torture.sh

fuzz: packages ## Fuzz the parsers of external input; optional: TARGET=y4m, SECONDS_TO_RUN=60 or RUNS=1000000
	@scripts/fuzz.sh

fleet: packages ## Run 100 bots of Locust for two minutes, faulty ones, and lose a worker; optional: BOTS_TO_RUN, SECONDS_TO_RUN
	@scripts/install-packages.sh build examples
	@scripts/fleet.sh
