# Fathom: build, test, run.  `make help` lists the commands.
#
# Sources are found by folder: a new .c file needs no line here, nor does a
# new game under service/rules/ with its tests under tests/.
# All output is in build/<variant>/:
#   release  -O2, for users          plain  quick to build, for quick tests
#   asan     address + undefined     tsan   threads, for races
#   coverage counts the lines run    fuzz   for clang's libFuzzer

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all
SHELL := /bin/sh

ifeq ($(origin CC),default)
CC := gcc
endif
AR    := gcc-ar
CLANG ?= clang
JOBS  ?= $(shell nproc)

# --- The rings: the sources and the include paths of each library ----------

# A game is a folder of service/rules/ with a game.c.
GAMES := $(patsubst service/rules/%/game.c,%,$(sort $(wildcard service/rules/*/game.c)))
RINGS := base rules bots json play db api service cli

# Every library: the rings, the game kit, and each game before it is sealed.
LIBRARIES := $(RINGS) kit $(GAMES:%=game_%)

# $(call sources,FOLDER): its .c files, at any depth
sources = $(sort $(shell find $(1) -name '*.c'))

SRC_base    := $(call sources,service/base)
SRC_kit     := $(call sources,service/rules/kit)
SRC_rules   := $(filter-out $(SRC_kit) $(GAMES:%=service/rules/%/%),\
                 $(call sources,service/rules))
$(foreach g,$(GAMES),$(eval SRC_game_$(g) := $(call sources,service/rules/$(g))))
SRC_bots    := $(call sources,service/bots)
SRC_json    := $(call sources,service/json)
SRC_play    := $(call sources,service/play)
SRC_db      := $(call sources,db)
SRC_api     := $(call sources,api)
SRC_service := $(sort $(filter-out service/main.c,$(wildcard service/*.c)))
SRC_cli     := $(filter-out service/cli/fathom.c,$(call sources,service/cli)) \
               clients/c/fathom.c

PQ := -isystem /usr/include/postgresql

SEES_base    := -Iservice -D_GNU_SOURCE
SEES_rules   := -Iservice
SEES_kit     := $(SEES_rules)
$(foreach g,$(GAMES),$(eval SEES_game_$(g) := $(SEES_rules)))
SEES_bots    := -Iservice
SEES_json    := -Iservice
SEES_play    := -Iservice -D_GNU_SOURCE
SEES_db      := -Iservice -I. $(PQ) -D_GNU_SOURCE
SEES_api     := -Iservice -I. -Ibuild/docs-pack -Ibuild/web-pack -D_GNU_SOURCE
SEES_service := -Iservice -I. $(PQ) -D_GNU_SOURCE
SEES_cli     := -Iservice -I. -D_GNU_SOURCE

# The libraries of a program in link order, and those of the system.
LINK_fathomd   := service api json db play bots rules base
SYSTEM_fathomd := -lmicrohttpd -ljansson -lpq -lz -ldeflate -lunistring -largon2 -lcrypto \
                  -lm -lpthread
LINK_fathom    := cli json bots rules base
SYSTEM_fathom  := -ljansson -lcurl -lcrypto -lm -lpthread
LINK_bench     := bots rules
SYSTEM_bench   := -lpthread
LINK_load      := rules base
SOAK           := common http play accounts watch
SYSTEM_baseline   := -lmicrohttpd -lpq -lpthread

# --- The tests: one runner per area, linking only what the area may use ----

AREAS := base rules kit $(GAMES) fuzz bots play db api clients web tools operations
AREAS := $(foreach a,$(AREAS),$(if $(wildcard tests/$(a)/*.c),$(a)))
AREA  ?= $(AREAS)

SEES_tests        := -Iservice -Itests -Itests/support \
                     -D_GNU_SOURCE
SEES_tests_play   := -I. $(PQ)
SEES_tests_db     := -I. $(PQ)
SEES_tests_api    := -I. $(PQ)
SEES_tests_clients := -I. $(PQ)
SEES_tests_web    := -I. $(PQ)
SEES_tests_operations := -I. $(PQ)
LINK_tests        := rules
LINK_tests_base   := base rules
LINK_tests_kit    := kit rules
# The tests of a game use its inner functions: they link it unsealed.
$(foreach g,$(GAMES),$(eval LINK_tests_$(g) := game_$(g) kit rules) \
  $(eval SYSTEM_tests_$(g) := -Wl,--undefined=$(g)))
LINK_tests_bots   := cli json bots rules base
LINK_tests_play   := db play bots rules base
LINK_tests_db     := db play bots rules base
LINK_tests_api    := service api json db play bots rules base
LINK_tests_clients := $(LINK_tests_api)
LINK_tests_web    := $(LINK_tests_api)
LINK_tests_operations := $(LINK_tests_api)
SYSTEM_tests_rules := -lz
SYSTEM_tests_base := -lcrypto -lpthread
SYSTEM_tests_bots := $(SYSTEM_fathom)
SYSTEM_tests_play := -lpq -lz -lunistring -largon2 -lcrypto -lm -lpthread
SYSTEM_tests_db   := -lpq -lz -lunistring -largon2 -lcrypto -lm -lpthread
SYSTEM_tests_api  := $(SYSTEM_fathomd) -lcurl
SYSTEM_tests_clients := $(SYSTEM_tests_api)
SYSTEM_tests_web  := $(SYSTEM_tests_api)
SYSTEM_tests_operations := $(SYSTEM_tests_api)

# Objects that embed files by .incbin are rebuilt when these change; LTO cannot
# handle their assembler.
EMBEDDERS := $(shell grep -rls -e incbin -e EMBEDDED_ROW --include='*.c' db api service)
EMBEDDED  := $(wildcard db/migrations/*.sql) build/docs-pack/docs.def \
  build/web-pack/web.def

# The page /docs and all its parts.
build/docs-pack/docs.def: openapi.yaml $(wildcard api/docs/*.* \
  api/docs/swagger-ui/* api/openapi/examples/* tools/openapi/*.py) \
  tools/make-openapi.py tools/pack-docs.sh
	@echo '  pack  $@'
	@tools/pack-docs.sh

# The page / and all its parts.
build/web-pack/web.def: $(wildcard web/built/*) tools/pack-web.sh
	@echo '  pack  $@'
	@tools/pack-web.sh

# Criterion does not run under the thread sanitizer.
STAND_IN_tsan := tests/tsan

# Helpers of the tests, tests/support/<area>*.c; rules* for all areas.
HELPERS_tests      := $(wildcard tests/support/rules*.c) tests/support/depth.c
HELPERS_tests_bots := $(wildcard tests/support/bots*.c)
HELPERS_tests_play := $(wildcard tests/support/play*.c)
HELPERS_tests_db   := $(wildcard tests/support/db*.c tests/support/pages.c \
                        tests/support/pg*.c tests/support/play*.c)
HELPERS_tests_api  := $(wildcard tests/support/*.c)
HELPERS_tests_operations := $(HELPERS_tests_api)
HELPERS_tests_web := $(addprefix tests/support/,contract.c http.c replies.c service.c)
HELPERS_tests_clients := $(wildcard tests/support/proxy*.c) clients/c/fathom.c \
                         $(addprefix tests/support/,contract.c http.c replies.c service.c)

# --- Flags -----------------------------------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
  -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wformat=2 -Wundef \
  -Wwrite-strings -Wcast-qual -Werror
COMMON   := -std=c17 $(WARNINGS) -g -fno-omit-frame-pointer

MARCH := $(if $(filter x86_64,$(shell uname -m)),-march=x86-64-v2)

CC_release := $(CC)
CC_plain   := $(CC)
CC_asan    := $(CC)
CC_tsan    := $(CC)
CC_coverage := $(CC)
CC_fuzz    := $(CLANG)

# Under sanitizers gcc warns of conversions and truncations that cannot happen;
# release and clang report the real ones.
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all
NO_FALSE := -Wno-conversion -Wno-sign-conversion -Wno-format-truncation

# The rules gain about a third by LTO and the population count instruction,
# which every x86-64 processor since 2009 has.
CFLAGS_release  := $(COMMON) -O2 -flto=auto $(MARCH) -fstack-protector-strong -fPIE \
                   -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
SEAL_release    := $(CFLAGS_release) -flinker-output=nolto-rel -fwhole-program
LDFLAGS_release := -O2 -flto=auto $(MARCH) -pie -Wl,-z,relro,-z,now
# Reports name functions and lines: -g1 is enough for that, and a fifth quicker to
# compile.
# gcc takes a pointer into a text that getdelim() allocated for one to a local.
CFLAGS_plain    := $(COMMON) -g1 -O1 $(MARCH) $(NO_FALSE) -Wno-dangling-pointer
LDFLAGS_plain   :=
CFLAGS_asan     := $(COMMON) -g1 -O1 $(MARCH) $(NO_FALSE) $(SANITIZE)
# At a fixed address: a program is not relocated each time it starts.
LDFLAGS_asan    := $(SANITIZE) -no-pie
CFLAGS_tsan     := $(COMMON) -O1 $(NO_FALSE) -Wno-unused -fsanitize=thread
LDFLAGS_tsan    := -fsanitize=thread
CFLAGS_coverage := $(COMMON) -O0 --coverage
LDFLAGS_coverage := --coverage

CFLAGS_fuzz     := -std=c17 -g -O1 -fsanitize=fuzzer-no-link,address,undefined \
                   -fno-sanitize-recover=all
LDFLAGS_fuzz    := -fsanitize=fuzzer,address,undefined

# Compiling is a large part of a run of the tests.  Only code that runs for seconds
# is optimised: the rules, the bots and the oracle most; tests that mostly wait for
# the service, and a service without sanitizers, not at all.
HOT_asan  := $(call sources,service/rules) $(SRC_bots) \
             $(wildcard tests/*/oracle*.c) tests/support/rules_document.c
COLD_asan := $(filter-out $(foreach a,base rules $(GAMES) fuzz bots,tests/$(a)/%), \
               $(wildcard tests/*/*.c))
HOT_plain  := $(HOT_asan)
COLD_plain := $(filter-out $(HOT_plain),$(SRC_base) $(SRC_json) $(SRC_play) $(SRC_db) \
               $(SRC_api) $(SRC_service) $(SRC_cli) service/main.c) $(COLD_asan)

VARIANTS := release plain asan tsan coverage fuzz

# --- Build rules -----------------------------------------------------------

# Write $2 to file $1 only when that changes it: targets that depend on the file
# are rebuilt when its content changes (flags, or the list of objects).
define remember
@mkdir -p $(dir $(1)); printf '%s\n' '$(2)' | cmp -s - $(1) || \
  printf '%s\n' '$(2)' >$(1)
endef

# $(call objects,VARIANT,SOURCES)
objects = $(patsubst %.c,build/$(1)/obj/%.o,$(2))

# $(call library,VARIANT,RING): one archive, compiled with its own -I only
define library
build/$(1)/lib$(2).list: FORCE
	$$(call remember,$$@,$(SRC_$(2)))
build/$(1)/lib$(2).a: $(call objects,$(1),$(SRC_$(2))) build/$(1)/lib$(2).list
	@echo '  ar    $$@'
	@rm -f $$@ && $(AR) rcs $$@ $$(filter %.o,$$^)
$(call objects,$(1),$(SRC_$(2))): SEES := $(SEES_$(2))
endef

# $(call sealed,VARIANT,GAME): one object of a game and the parts of the kit that
# it uses.  Its only global symbol is the struct game, named as the folder or
# FOLDER_game: games may use the same names for everything else.
define sealed
build/$(1)/games/$(2).o: $(call objects,$(1),$(SRC_game_$(2))) \
  build/$(1)/libgame_$(2).list build/$(1)/libkit.a
	@mkdir -p $$(@D)
	@echo '  seal  $$@'
	@$(CC_$(1)) $(SEAL_$(1)) -r -nostdlib -o $$@.open $$(filter %.o %.a,$$^)
	@objcopy --keep-global-symbol=$(2) --keep-global-symbol=$(2)_game \
	  $$@.open $$@
	@rm $$@.open
build/$(1)/librules.a: build/$(1)/games/$(2).o
endef

# $(call program,VARIANT,NAME,SOURCES,SEES,LIBRARIES,SYSTEM LIBRARIES)
define program
build/$(1)/$(2).list: FORCE
	$$(call remember,$$@,$(3) $(6))
build/$(1)/$(2): $(call objects,$(1),$(3)) $(5:%=build/$(1)/lib%.a) \
  build/$(1)/$(2).list
	@mkdir -p $$(@D)
	@echo '  link  $$@'
	@$(CC_$(1)) $(LDFLAGS_$(1)) -Wl,--build-id -o $$@ $$(filter %.o,$$^) \
	  -Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group $(6)
$(call objects,$(1),$(3)): SEES := $(4)
endef

# $(call runner,VARIANT,AREA): the tests of one area; a helper shared by
# areas is compiled once, with the include paths of all tests.
define runner
$(call program,$(1),tests/$(2),$(sort $(wildcard tests/$(2)/*.c) \
  $(HELPERS_tests) $(HELPERS_tests_$(2)) $(STAND_IN_$(1):%=%/main.c)),\
  $(STAND_IN_$(1):%=-I%) $(SEES_tests) \
  $(SEES_tests_$(2)),\
  $(or $(LINK_tests_$(2)),$(LINK_tests)),$(SYSTEM_tests_$(2)) \
  $(if $(STAND_IN_$(1)),,-lcriterion))
$(call objects,$(1),$(wildcard tests/support/*.c)): \
  SEES := $(STAND_IN_$(1):%=-I%) $(SEES_tests) -I. $(PQ)
endef

# fathomd with a small step budget, for the tests of its limits: its object is
# linked before that of the unsealed game.
LOW_BUDGET := game_underwater_cities kit $(LINK_fathomd)
define low_budget
$(call objects,$(1),tests/low_budget/steps.c): \
  SEES := -Iservice
build/$(1)/fathomd-low-budget: $(call objects,$(1),service/main.c \
  tests/low_budget/steps.c) $(LOW_BUDGET:%=build/$(1)/lib%.a) build/$(1)/fathomd.list
	@echo '  link  $$@'
	@$(CC_$(1)) $(LDFLAGS_$(1)) -Wl,--undefined=underwater_cities \
	  -o $$@ $$(filter %.o,$$^) \
	  -Wl,--start-group $$(filter %.a,$$^) -Wl,--end-group $(SYSTEM_fathomd)
endef

# A wrong system clock for programs of the tests: it is preloaded.
define skew
$(call objects,$(1),tests/skew/clock.c): SEES := -D_GNU_SOURCE
build/$(1)/skew.so: tests/skew/clock.c build/$(1)/flags
	@mkdir -p $$(@D)
	@echo '  link  $$@'
	@$(CC_$(1)) $(COMMON) -O2 -D_GNU_SOURCE -fPIC -shared -o $$@ $$<
endef

define variant
build/$(1)/flags: FORCE
	$$(call remember,$$@,$(CC_$(1)) $(CFLAGS_$(1)) $(LDFLAGS_$(1)))
build/$(1)/obj/%.o: %.c build/$(1)/flags
	@mkdir -p $$(@D)
	@echo '  cc    $$@'
	@$(CC_$(1)) $(CFLAGS_$(1)) $$(LEVEL) $$(APART) $$(SEES) -MMD -MP -c -o $$@ $$<
$(call objects,$(1),$(EMBEDDERS)): $(EMBEDDED)
$(call objects,$(1),$(EMBEDDERS)): APART := -fno-lto
$(call objects,$(1),$(HOT_$(1))): LEVEL := -O2
$(call objects,$(1),$(COLD_$(1))): LEVEL := -O0
# Ratings are the same bits on every machine: no fused multiply-add.
$(call objects,$(1),service/play/ladder/rating.c): APART := -ffp-contract=off
$(foreach l,$(LIBRARIES),$(eval $(call library,$(1),$(l))))
$(foreach g,$(GAMES),$(eval $(call sealed,$(1),$(g))))
$(eval $(call program,$(1),fathomd,service/main.c,$(SEES_service),\
  $(LINK_fathomd),$(SYSTEM_fathomd)))
$(eval $(call low_budget,$(1)))
$(eval $(call skew,$(1)))
$(eval $(call program,$(1),fathom,service/cli/fathom.c,$(SEES_cli),\
  $(LINK_fathom),$(SYSTEM_fathom)))
$(eval $(call program,$(1),bench,$(sort $(wildcard tools/bench/*.c)) \
  tests/support/rules_match.c,$(SEES_tests),$(LINK_bench),$(SYSTEM_bench)))
$(eval $(call program,$(1),load,$(sort $(filter-out %/baseline.c %/boards.c %/sizing.c \
  $(wildcard tools/load/soak*.c),$(wildcard tools/load/*.c)) api/json/sink_json.c),$(SEES_api),\
  $(LINK_load),))
$(eval $(call program,$(1),boards,tools/load/boards.c tools/load/http_client.c,\
  $(SEES_api) $(PQ),$(LINK_tests_db),$(SYSTEM_tests_db)))
$(eval $(call program,$(1),soak,$(sort $(wildcard tools/load/soak*.c)),\
  $(SEES_api) $(PQ),,-ljansson -lpq -lpthread))
$(eval $(call program,$(1),sizing,tools/load/sizing.c \
  $(SOAK:%=tools/load/soak_%.c),$(SEES_api) $(PQ),,-ljansson -lpq -lpthread))
$(eval $(call program,$(1),attack,$(sort $(wildcard tools/attack/*.c)) \
  $(SOAK:%=tools/load/soak_%.c),$(SEES_api) $(PQ),,-ljansson -lpq -lcurl -lpthread))
$(eval $(call program,$(1),baseline,tools/load/baseline.c,\
  $(PQ) -D_GNU_SOURCE,,$(SYSTEM_baseline)))
$(eval $(call program,$(1),fuzzer,$(sort $(filter-out %/rules_story.c %/rules_document.c %/depth.c,$(HELPERS_tests)) \
  $(filter-out tests/fuzz/replay.c tests/fuzz/seeds.c,$(wildcard tests/fuzz/*.c))),\
  $(SEES_tests),rules,))
$(eval $(call program,$(1),clients/bot,clients/c/bot.c clients/c/fathom.c,,,\
  -lcurl))
$(eval $(call program,$(1),clients/accept,\
  clients/c/accept.c clients/c/fathom.c,,,-lcurl))
$(foreach a,$(AREAS),$(eval $(call runner,$(1),$(a))))
endef
$(foreach v,$(VARIANTS),$(eval $(call variant,$(v))))

FORCE:
.PHONY: FORCE
-include $(shell find build/*/obj build/stand-in -name '*.d' 2>/dev/null)

PROGRAMS := $(if $(wildcard service/main.c),fathomd) \
            $(if $(wildcard service/cli/fathom.c),fathom) \
            $(if $(wildcard tools/bench/*.c),bench)

# --- Commands --------------------------------------------------------------

.PHONY: help all libs $(RINGS:%=lib-%)
help: ## print this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | \
	  sed 's/:.*## /|/' | awk -F'|' '{printf "  make %-14s %s\n", $$1, $$2}'
	@echo '  make lib-RING      one library alone: $(RINGS)'

all: $(PROGRAMS:%=build/release/%) ## build fathomd, fathom and the benchmark, optimised

libs: $(RINGS:%=build/release/lib%.a) ## build every library, optimised

$(RINGS:%=lib-%): lib-%: build/release/lib%.a build/asan/lib%.a

# A process that holds a database open ends with make, even by kill -9.
WITH_ME := setpriv --pdeathsig TERM --

.PHONY: web
web: build/clients/typescript/index.js ## build the web page: web/built, from web/src (npm)
	@tools/build-web.sh

# STATES is a regular expression: "uwc" takes all pictures of Underwater Cities.
.PHONY: pictures
STATES ?= .
pictures: ## take pictures of the page in named states: build/web-shots, docs/page.png
	@tools/install-deps.sh run test
	@tools/npm-install.sh browser
	@$(MAKE) -j$(JOBS) build/release/fathomd
	@exec $(WITH_ME) db/local.sh run -t -- \
	  tools/make-pictures.sh build/release "$(STATES)"

.PHONY: install-deps run demo recording bench balance
install-deps: ## install the Debian packages that are missing
	@tools/install-deps.sh run test check

run: ## build, start a private PostgreSQL in .local/, serve on port 8080
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathomd
	@exec $(WITH_ME) tools/serve.sh build/release/fathomd

demo: ## play a complete match with four accounts on the running service
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathom
	@build/release/fathom demo --url "$${FATHOM_URL:-http://$${FATHOM_LISTEN:-127.0.0.1:8080}}"

recording: ## record a match in a terminal for the README: docs/play.svg
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathom
	@tools/make-recording.py build/release/fathom docs/play.svg

# Fixed seeds: the same program writes the same figures.
MATCHES ?= 2000
balance: ## play a bot against itself, write the reports to build/balance-GAME.md
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathom
	@set -e; for study in underwater-cities:draws,boards,contracts,solo_start \
	  seastead:sides,specialists,solo_location_discount \
	  otys:propeller,contract_level,token_level,sponsor_sides,spy_variant; do \
	  game=$${study%%:*}; \
	  build/release/fathom balance $$game --matches $(MATCHES) \
	    --vary $${study#*:} --jobs $(JOBS) >build/balance-$$game.md.new; \
	  mv build/balance-$$game.md.new build/balance-$$game.md; \
	done

bench: ## measure the rules, the service and the leaderboards
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/bench
	@build/release/bench
	@$(MAKE) bench-service
	@$(MAKE) bench-ladder

# Ratios of one run: about four minutes, on an idle machine.
.PHONY: bench-service
bench-service: ## compare reads and moves of the service with the limits of the machine
	@tools/install-deps.sh run bench
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/load build/release/baseline
	@exec $(WITH_ME) db/local.sh run -- tools/bench-service.sh build/release

# Needs a browser.  Fails if a turn costs more than it should.
.PHONY: bench-client
bench-client: ## measure what a turn costs a page in a browser (three minutes)
	@tools/install-deps.sh run test
	@$(MAKE) -j$(JOBS) build/release/fathomd build/clients/typescript/index.js
	@exec $(WITH_ME) db/local.sh run -- tools/bench-client.sh build/release

.PHONY: bench-check
bench-check: ## compare the service with that of an earlier commit; REV=HEAD~1
	@tools/install-deps.sh run bench
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/load build/release/baseline
	@exec $(WITH_ME) db/local.sh run -- \
	  tools/bench-check.sh build/release $(or $(REV),HEAD~1)

# FATHOM_MATCHES=0 leaves the finished matches out.
.PHONY: bench-growth
bench-growth: ## measure what costs while matches, events and clients are many (ten minutes)
	@tools/install-deps.sh run bench
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/load
	@exec $(WITH_ME) db/local.sh run -- tools/bench-growth.sh build/release

# FATHOM_MATCHES=50000 makes it quick.
.PHONY: bench-ladder
bench-ladder: ## measure leaderboards and profiles after a million matches (ten minutes)
	@tools/install-deps.sh run bench
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/boards
	@exec $(WITH_ME) db/local.sh run -- tools/bench-ladder.sh build/release

# Memory, descriptors and connections must not grow.
.PHONY: soak
MINUTES ?= 30
soak: ## run mixed load on two nodes, report what grows; MINUTES=30
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/soak
	@exec $(WITH_ME) db/local.sh run -- tools/soak.sh build/release $(MINUTES)

# SECONDS=3 is the short form, which does not judge times; ATTACK="polls locks"
# selects attacks; DIRECT=yes leaves out the proxy.  See tools/attack.sh --help.
.PHONY: attack
ATTACK_SECONDS = $(if $(filter command% environment%,$(origin SECONDS)),$(SECONDS),20)
attack: ## measure what attacks cost a player; SECONDS=20 each, ATTACK="polls locks"
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/attack
	@exec $(WITH_ME) db/local.sh run $(CLUSTER) -- tools/attack.sh \
	  $(if $(DIRECT),--direct) build/release $(ATTACK_SECONDS) $(ATTACK)

.PHONY: sizing
sizing: ## measure memory per connection, stream and match, bytes and CPU per move
	@tools/install-deps.sh run
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/sizing
	@exec $(WITH_ME) db/local.sh run -- tools/sizing.sh build/release

# --- The image: built and run without a Docker engine, as root -------------

.PHONY: image image-test
image: ## build docker/Dockerfile with buildah and print the size
	@tools/install-deps.sh image
	@tools/image.sh

image-test: image ## run the image read-only and unprivileged, then stop it gracefully
	@tools/install-deps.sh run
	@exec $(WITH_ME) db/local.sh run -- tools/image-test.sh

# --- Tests -----------------------------------------------------------------
# make test                       all areas; samples, and no long tests
# FATHOM_DEPTH=deep make test     everything; see BUILDS
# make test VARIANT=asan          the same as without, under address and undefined
# make test AREA=rules            one area; several in quotes
# make test FILTER='record/*'     only tests whose suite/name match

.PHONY: test test-tsan test-build coverage
VARIANT ?= plain
test: ## run the tests; AREA=... and FILTER='suite/name*' select, FATHOM_DEPTH=deep runs all
	@tools/install-deps.sh run test
	@$(MAKE) -k -j$(JOBS) test-build || export FATHOM_BROKEN=1; \
	FATHOM_BUILDS="$(BUILDS)" exec $(WITH_ME) db/local.sh run -t -- \
	  tools/run-tests.sh build/$(VARIANT) "$(FILTER)" $(AREA)

test-tsan: ## run the tests with the thread sanitizer (play and api unless AREA=...)
	@$(MAKE) test VARIANT=tsan \
	  AREA="$(if $(filter command%,$(origin AREA)),$(AREA),play api)"

# The builds of a deep run, AREA:TESTS:PROGRAMS:EXPOSED.  Sanitizers are where they
# find most for their time: with the node that most tests of api share and with those
# that get hostile input, with parsers, and with random matches of every game.
# Elsewhere most of that time would be the start of processes; operations, web and
# clients try what is released.
ifeq ($(FATHOM_DEPTH):$(origin VARIANT),deep:file)
BUILDS := base:asan:asan kit:asan:asan rules:asan:asan fuzz:asan:asan \
  api:plain:plain:asan \
  clients:plain:release operations:plain:release web:plain:release
endif

# $(call built,AREA,NUMBER): the build of its tests (2), of its programs (3) or of its
# nodes that get hostile input (4)
built = $(or $(word $(2),$(subst :, ,$(filter $(1):%,$(BUILDS)))),$(VARIANT))

# $(call programs_of,AREA): what its tests start
programs_of = fathomd fathom \
  $(if $(filter clients,$(1)),clients/bot clients/accept) \
  $(if $(filter api,$(1)),fathomd-low-budget load) \
  $(if $(filter operations,$(1)),skew.so)
test-build: $(foreach a,$(AREA),build/$(call built,$(a),2)/tests/$(a)) \
  $(sort build/$(VARIANT)/fathomd $(foreach a,$(AREA),build/$(call built,$(a),4)/fathomd $(patsubst %,build/$(call built,$(a),3)/%,$(call programs_of,$(a))))) \
  $(if $(filter clients operations web,$(AREA)),build/clients/typescript/index.js)

# The area fuzz replays the corpora; this searches for new entries.  Needs
# clang's libFuzzer.  A finding is stored in build/fuzz/.
.PHONY: fuzz
TARGET  ?= records
SECONDS ?= 60
fuzz: ## fuzz the parsers; TARGET=notation, records or positions; SECONDS=60
	@mkdir -p build/fuzz/$(TARGET)
	@$(MAKE) -j$(JOBS) build/fuzz/fuzzer
	@FUZZ_TARGET=$(TARGET) nice build/fuzz/fuzzer -max_total_time=$(SECONDS) \
	  -max_len=100000 -artifact_prefix=build/fuzz/$(TARGET)- \
	  build/fuzz/$(TARGET) tests/fuzz/corpus/$(TARGET)

# docs/coverage.md lists the branches of the rules that no test takes, and why.
# Asserts and branches that the compiler adds do not count.
COVERED := gcovr --root . --object-directory build/coverage \
  --exclude-throw-branches --exclude-unreachable-branches \
  --exclude-lines-by-pattern '.*\bassert\(.*'
coverage: ## measure test coverage: build/coverage/index.html
	@tools/install-deps.sh run test coverage
	@find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	-@$(MAKE) test VARIANT=coverage
	@$(COVERED) --exclude tests/ --html-details build/coverage/index.html \
	  --print-summary build/coverage/obj
	@echo 'Branches of the rules:'
	@$(COVERED) --filter service/rules/ --branches --print-summary \
	  build/coverage/obj

# --- Checks ----------------------------------------------------------------

CHECKS := format-check rings circles banned guards prose commits passwords \
  openapi-check typescript-check web-check deploy warnings cppcheck lint attack-short
C_FILES := $(sort $(shell find service db api clients/c tests tools/bench tools/load tools/attack -name '*.[ch]'))
SOURCES := $(sort $(foreach l,$(LIBRARIES),$(SRC_$(l))) \
  $(wildcard service/main.c service/cli/fathom.c clients/c/*.c))

.PHONY: check format openapi $(CHECKS) tidy
check: ## run all checks below, one after the other
	@tools/install-deps.sh run test check
	@tools/run-checks.sh $(CHECKS)

format: ## format all C files with clang-format
	@clang-format -i $(C_FILES)

format-check: ## check that every C file is formatted
	@clang-format --dry-run --Werror $(C_FILES)

rings: ## check that each library includes only what its ring may use
	@tools/check-rings.sh

circles: ## check that files do not need each other in circles
	@$(MAKE) -j$(JOBS) build/release/fathomd build/release/fathom
	@tools/check-circles.sh

banned: ## check that no banned function is used
	@tools/check-banned.sh

guards: ## check that include guards follow the names of their files
	@tools/check-guards.sh

prose: ## check words and spelling of all text
	@tools/check-prose.sh

commits: ## check the messages of new commits
	@tools/check-commits.sh

passwords: ## check the list of common passwords against its package (npm)
	@tools/make-common-passwords.sh --check

deploy: ## check the manifests and the files of proxy and monitoring
	@tools/check-deploy.sh

openapi: ## write openapi.yaml from api/openapi/, the routes and the problems
	@tools/make-openapi.py

openapi-check: ## compare openapi.yaml with its source and lint it; check Swagger UI (npm)
	@tools/check-openapi.sh

.PHONY: typescript
typescript: build/clients/typescript/index.js ## build the TypeScript client in build/clients/typescript (npm)
build/clients/typescript/index.js: openapi.yaml tools/make-typescript.sh \
  tools/typescript/package-lock.json $(wildcard clients/typescript/*.* \
  clients/typescript/src/*.ts)
	@echo '  npm   $(@D)'
	@tools/make-typescript.sh

typescript-check: build/clients/typescript/index.js ## generate TypeScript clients from openapi.yaml and compile them (npm)
	@tools/check-typescript.sh

web-check: build/clients/typescript/index.js ## check the rings of web/src, and that web/built is what make web writes (npm)
	@tools/check-web.sh
	@tools/build-web.sh --check

# gcc compiles the tests as make test does; clang warns of the conversions that
# NO_FALSE leaves out.
TEST_SOURCES := $(filter-out tests/tsan/%,$(wildcard tests/*/*.c))
TOOL_SOURCES := $(wildcard tools/*/*.c)
.PHONY: warnings-gcc warnings-clang warnings-tsan
warnings: ## compile everything without warnings, with gcc and clang
	@$(MAKE) -k -j$(JOBS) warnings-gcc warnings-clang warnings-tsan
warnings-gcc: $(call objects,release,$(SOURCES) $(TOOL_SOURCES)) \
  $(call objects,plain,$(TEST_SOURCES))

# clang's warnings come from clang-tidy, which reads a hundred files in the time in
# which clang starts ten times.  Those about the sources are part of lint.  The tests
# that run under the thread sanitizer have another Criterion.
CLANG_FLAGS := -std=c17 $(filter-out -Werror,$(WARNINGS))
SEES_all := $(SEES_tests) -I. -Ibuild/docs-pack -Ibuild/web-pack $(PQ)
# $(call clang_warnings,FILES,FLAGS)
clang_warnings = clang-tidy --quiet \
  --checks='-*,clang-diagnostic-*,misc-misplaced-const' $(1) -- \
  $(CLANG_FLAGS) $(2) $(SEES_all) 2>/dev/null
warnings-clang: $(EMBEDDED)
	@$(call clang_warnings,$(TEST_SOURCES) $(TOOL_SOURCES))
warnings-tsan:
	@$(call clang_warnings,$(wildcard tests/play/*.c tests/api/*.c), \
	  -I$(STAND_IN_tsan) -D__SANITIZE_THREAD__ -Wno-gnu-zero-variadic-macro-arguments)

cppcheck: ## run cppcheck
	@mkdir -p build/cppcheck
	@cppcheck --std=c11 --language=c --quiet --error-exitcode=1 -j$(JOBS) \
	  --enable=warning,performance,portability --inline-suppr \
	  --suppressions-list=tools/cppcheck.txt \
	  --cppcheck-build-dir=build/cppcheck \
	  --library=posix,gnu "-Djson_array_foreach(a,i,v)=for(i=0;(v=json_array_get(a,i));i++)" \
	  "-Djson_object_foreach(o,k,v)=for(k=json_object_iter_key(json_object_iter(o));(v=json_object_get(o,k));)" \
	  -Iservice -I. -D_GNU_SOURCE $(SOURCES)

# Only what was compiled since the last time is analysed again; clang-tidy is
# started once for each library.
# LINT_DEPTH: program states that the analyser follows in a function.  Most
# functions have fewer.  Clang's own default, 225000, takes several times as long:
# use it before a release.
LINT_DEPTH ?= 25000
lint: ## run clang-tidy; LINT_DEPTH=225000 analyses more deeply
	@$(MAKE) -k -j$(JOBS) tidy
# $(call linted,NAME,SOURCES,SEES)
define linted
tidy: build/tidy/$(1).ok
build/tidy/$(1).ok: $(call objects,release,$(2)) .clang-tidy
	@mkdir -p $$(@D)
	@echo '  tidy  $(1)'
	@clang-tidy --quiet $$(patsubst build/release/obj/%.o,%.c,$$(filter %.o,$$(if \
	  $$(filter .clang-tidy,$$?),$$^,$$?))) -- $(CLANG_FLAGS) $(3) \
	  -Xclang -analyzer-config -Xclang max-nodes=$(LINT_DEPTH) 2>/dev/null && touch $$@
endef
$(foreach l,$(LIBRARIES),$(eval $(call linted,$(l),$(SRC_$(l)),$(SEES_$(l)))))
$(eval $(call linted,programs,service/main.c service/cli/fathom.c \
  $(filter-out $(SRC_cli),$(wildcard clients/c/*.c)),$(SEES_service) $(SEES_cli)))

attack-short: ## run the short form of the attacks, a second each
	@$(MAKE) attack SECONDS=1 CLUSTER=-t

.PHONY: clean
clean: ## delete everything built; keep the database in .local/
	@[ ! -e build/image ] || tools/image.sh clean
	rm -rf build
	@[ ! -e .local/postgres ] || \
	  echo "The database is kept in $$(readlink -f .local/postgres): delete that" \
	    "directory and .local to remove it as well."
