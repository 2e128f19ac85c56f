# psstudio: `make run` shows it, `make test` proves it, `make help` lists the rest.

SHELL := /bin/bash
PREFIX ?= $(HOME)/.local
SWIFT_BUILD := swift build -c release --static-swift-stdlib
BINARY := .build/release/psstudio

# Where bash, zsh and fish look for completions of what is installed under PREFIX.
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions/psstudio
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_psstudio
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/psstudio.fish
INSTALLED = $(DESTDIR)$(PREFIX)/bin/psstudio

.DEFAULT_GOAL := help
.PHONY: help run build test lint tsan asan examples docs bench selftest soak torture fuzz check install uninstall test-install clean packages test-packages

help: ## List what make can do here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

packages:
	@scripts/install-packages.sh build

test-packages:
	@scripts/install-packages.sh build test

build: packages ## Build the program in release mode
	@echo "Building psstudio in release mode; the first time takes about two minutes."
	@$(SWIFT_BUILD) --product psstudio

run: build ## Send 10 s of 1920x1080 through the studio into studio.mp4
	@$(BINARY) start --width 1920 --height 1080 --duration 10s --out studio.mp4 --force
	@echo
	@echo "That went through the emulated Production Studio into studio.mp4."
	@echo "  play it:      ffplay studio.mp4      (or any player)"
	@echo "  look inside:  ffprobe studio.mp4"
	@echo "  send yours:   ffmpeg -i clip.mp4 -pix_fmt yuv420p -f yuv4mpegpipe - | $(BINARY) start --video - --out show.mp4"
	@echo "  keep it:      make install PREFIX=~/.local      puts psstudio on the path"
	@echo "  learn more:   psstudio start --help"

test: test-packages ## Run every test; installs nginx with its RTMP module and ffmpeg where they are missing
	@scripts/test.sh

lint: ## Check the formatting, and the rules of the house
	@scripts/lint.sh

tsan: packages ## Run core, callback queue, controller, sender, inputs and outputs under the thread sanitizer
	@scripts/tsan.sh

asan: packages ## Run what touches memory of C, inputs and outputs under the address sanitizer
	@scripts/asan.sh

examples: packages ## Build and run every example, and the README's quick start
	@scripts/examples.sh

docs: packages ## Build the documentation of the public modules; a warning is an error
	@scripts/docs.sh

bench: ## Measure against twins in C, gst-launch and ffmpeg
	@scripts/bench.sh

selftest: build test-packages ## Send the coded source into every kind of output and probe what arrived
	@scripts/selftest.sh

soak: build test-packages ## Run for ten minutes and watch the memory; SECONDS_TO_RUN=60 for a short one
	@scripts/soak.sh

torture: build test-packages ## Seeded sessions with hostile peers; SEED=123, SESSIONS=500 or HOURS=24 by hand
	@scripts/torture.sh

fuzz: packages ## Fuzz the readers of y4m, WAV and probed media; TARGET=y4m SECONDS_TO_RUN=60 by hand
	@scripts/fuzz.sh

check: test test-install lint tsan asan examples docs ## Everything that CI runs, but the self-test, the soak and the torture test

install: build ## Install psstudio with its shell completions under PREFIX (default: ~/.local)
	@install -d "$(dir $(INSTALLED))" "$(dir $(BASH_COMPLETION))" "$(dir $(ZSH_COMPLETION))" "$(dir $(FISH_COMPLETION))"
	@install -s $(BINARY) "$(INSTALLED)"
	@$(BINARY) --generate-completion-script bash >"$(BASH_COMPLETION)"
	@$(BINARY) --generate-completion-script zsh >"$(ZSH_COMPLETION)"
	@$(BINARY) --generate-completion-script fish >"$(FISH_COMPLETION)"
	@echo "Installed $(INSTALLED), with completions for bash, zsh and fish"
	@case ":$$PATH:" in *":$(PREFIX)/bin:"*) ;; *) echo "Put $(PREFIX)/bin on your PATH to call it by name." ;; esac

uninstall: ## Remove what make install has installed under PREFIX
	@rm -f "$(INSTALLED)" "$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"

test-install: ## Install into a temporary folder, and run the program where no Swift toolchain is
	@scripts/test-install.sh

clean: ## Remove everything that was built
	@rm -rf .build .build-* Benchmarks/.build examples/*/.build
