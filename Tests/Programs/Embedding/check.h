// Checks for the C tests of the library: a failed one prints its line and ends the program with 1.
#pragma once

#include <psstudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s; last message: %s\n", __FILE__, __LINE__, #condition, ps_last_message()); \
            exit(1); \
        } \
    } while (0)

#define SUCCEEDS(call) CHECK((call) == PS_OK)

// The call returns the result, and the thread's latest failure has it, the rule, and a message that begins with the rule.
#define FAILS(call, result, rule) \
    do { \
        CHECK((call) == (result)); \
        CHECK(ps_last_result() == (result)); \
        CHECK(strcmp(ps_last_rule(), (rule)) == 0); \
        CHECK(strncmp(ps_last_message(), (rule), strlen(rule)) == 0); \
        CHECK(strlen(ps_last_message()) > strlen(rule) + 10); \
    } while (0)

// A fast session of 320x180 that takes media without encoding it.
static inline ps_session_options fast_options(void) {
    ps_session_options options = PS_SESSION_OPTIONS_INIT;
    options.width = 320;
    options.height = 180;
    options.frame_rate_numerator = 30;
    options.frame_rate_denominator = 1;
    options.is_fast = 1;
    options.outputs = "null:";
    return options;
}

static inline ps_session *begun(const ps_session_options *options, ps_sender **sender) {
    ps_session *session = NULL;
    SUCCEEDS(ps_session_create(options, &session));
    SUCCEEDS(ps_session_begin(session));
    SUCCEEDS(ps_session_wait_for_sender(session, 30, sender));
    return session;
}
