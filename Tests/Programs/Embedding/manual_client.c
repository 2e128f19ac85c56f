// A meeting client on a manual clock: what is delivered when, and un-init inside a callback.
#include "check.h"

static ps_client *client;
static int events;

static void on_manual_event(void *user, const ps_client_event *event) {
    CHECK(user == &events);
    if (event->kind == PS_EVENT_AUTHENTICATED) CHECK(event->number == PS_AUTH_SUCCESS);
    events++;
}

// Its clock stands still between two calls.
static void manual(void) {
    ps_client_options settings = PS_CLIENT_OPTIONS_INIT;
    settings.on_event = on_manual_event;
    settings.user = &events;
    settings.is_manual = 1;
    settings.has_seed = 1;
    SUCCEEDS(ps_client_create(&settings, &client));
    FAILS(ps_client_dispatch(client, 0, NULL), PS_WRONG_USAGE, "C-CALL-007");
    SUCCEEDS(ps_client_initialise(client));
    SUCCEEDS(ps_client_authenticate(client, "token"));
    SUCCEEDS(ps_client_turn(client, 0.02));
    CHECK(events == 0);
    SUCCEEDS(ps_client_turn(client, 0.1));
    CHECK(events == 1);
    FAILS(ps_client_turn(client, -1), PS_WRONG_USAGE, "C-CALL-007");
    SUCCEEDS(ps_client_close(client));
}

static void on_last_event(void *user, const ps_client_event *event) {
    CHECK(user == &events);
    if (event->kind != PS_EVENT_AUTHENTICATED) return;
    SUCCEEDS(ps_client_uninitialise(client));
    events++;
}

// Un-init inside a callback succeeds, and is a violation.
static void ends_inside(void) {
    ps_client_options settings = PS_CLIENT_OPTIONS_INIT;
    char *violations;
    settings.on_event = on_last_event;
    settings.user = &events;
    settings.is_manual = 1;
    settings.is_immediate = 1;
    events = 0;
    SUCCEEDS(ps_client_create(&settings, &client));
    SUCCEEDS(ps_client_initialise(client));
    SUCCEEDS(ps_client_uninitialise(client));
    SUCCEEDS(ps_client_copy_violations(client, &violations));
    CHECK(!strstr(violations, "ZM-ENTRY-006"));
    ps_string_free(violations);
    SUCCEEDS(ps_client_initialise(client));
    SUCCEEDS(ps_client_authenticate(client, "token"));
    SUCCEEDS(ps_client_turn(client, 1));
    CHECK(events == 1);
    CHECK(ps_client_query(client, PS_QUERY_IS_INITIALISED) == 0);
    SUCCEEDS(ps_client_copy_violations(client, &violations));
    CHECK(strstr(violations, "ZM-ENTRY-006"));
    ps_string_free(violations);
    SUCCEEDS(ps_client_close(client));
}

int main(void) {
    manual();
    ends_inside();
}
