// The client-driven studio: callbacks in order, senders that are valid between two of them.
#include "check.h"

#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static char frame[320 * 180 * 3 / 2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static char received[64];
static ps_studio *studio;
static ps_sender *last_sender;

static void receive(char letter) {
    pthread_mutex_lock(&mutex);
    size_t length = strlen(received);
    CHECK(length + 1 < sizeof received);
    received[length] = letter;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

// Fails after 30 seconds.
static void wait_for(const char *expected) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 30;
    pthread_mutex_lock(&mutex);
    while (strcmp(received, expected) != 0) {
        if (pthread_cond_timedwait(&changed, &mutex, &deadline) != 0) break;
    }
    if (strcmp(received, expected) != 0) fprintf(stderr, "received '%s', expected '%s'\n", received, expected);
    CHECK(strcmp(received, expected) == 0);
    pthread_mutex_unlock(&mutex);
}

static void on_result(void *user, int32_t is_accepted) {
    CHECK(user == frame);
    CHECK(ps_studio_is_started(studio) == is_accepted);
    receive(is_accepted ? 'A' : 'a');
}

static void on_send(void *user, ps_sender *sender) {
    CHECK(user == frame);
    if (sender) {
        SUCCEEDS(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, PS_FORMAT_I420_FULL));
        FAILS(ps_studio_close(studio), PS_INSIDE_CALLBACK, "C-CALL-003");
    }
    last_sender = sender;
    receive(sender ? 'S' : 's');
}

static void on_stop(void *user) {
    CHECK(user == frame);
    CHECK(ps_sender_send_video(last_sender, frame, sizeof frame, 320, 180, 2) == PS_WRONG_USAGE);
    receive('P');
}

static ps_studio_callbacks callbacks(void) {
    ps_studio_callbacks callbacks = PS_STUDIO_CALLBACKS_INIT;
    callbacks.user = frame;
    callbacks.on_start_result = on_result;
    callbacks.on_start_send = on_send;
    callbacks.on_stop_send = on_stop;
    return callbacks;
}

static int logged;

static void on_log(void *user, int32_t level, const char *message) {
    CHECK(user == received);
    CHECK(message[strlen(message) - 1] != '\n');
    if (level == PS_LOG_WARNING && strstr(message, "PS-START-007")) logged++;
}

static void starts_and_stops(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    SUCCEEDS(ps_set_log(on_log, received));
    ps_studio_callbacks set = callbacks();
    SUCCEEDS(ps_studio_create(&options, &set, &studio));
    CHECK(ps_studio_is_supported(studio) == 1);
    CHECK(ps_studio_can_start(studio) == 1);
    CHECK(ps_studio_is_started(studio) == 0);
    FAILS(ps_studio_start(studio, 641, 360, PS_FORMAT_I420_FULL), PS_INVALID_PARAMETER, "PS-START-007");
    // The first violation of a rule is logged, on the thread of the call.
    CHECK(logged == 1);
    SUCCEEDS(ps_set_log(NULL, NULL));
    CHECK(ps_studio_start(studio, 640, 360, 0) == PS_INVALID_PARAMETER);
    CHECK(ps_studio_stop(studio) == PS_WRONG_USAGE);
    for (int i = 0; i < 2; i++) {
        memset(received, 0, sizeof received);
        SUCCEEDS(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL));
        CHECK(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL) == PS_WRONG_USAGE);
        wait_for("AS");
        SUCCEEDS(ps_studio_stop(studio));
        wait_for("ASP");
    }
    // A start that is rejected, and one without a sender.
    memset(received, 0, sizeof received);
    SUCCEEDS(ps_studio_perform(studio, "{\"setResponses\":{\"responses\":{\"accepts\":false}}}", NULL));
    SUCCEEDS(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL));
    wait_for("a");
    FAILS(ps_studio_perform(studio, "{\"stop\":{}}", NULL), PS_COMMAND_REJECTED, "C-JSON-002");
    // A number of deliveries that would only be a load.
    FAILS(
        ps_studio_perform(
            studio, "{\"setResponses\":{\"responses\":{\"answerDelivery\":{\"count\":9223372036854775807}}}}", NULL),
        PS_INVALID_JSON, "C-JSON-001");
    // The role is lost while the studio sends: it stops without a call.
    memset(received, 0, sizeof received);
    SUCCEEDS(ps_studio_perform(studio, "{\"setResponses\":{\"responses\":{\"accepts\":true}}}", NULL));
    SUCCEEDS(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL));
    wait_for("AS");
    SUCCEEDS(ps_studio_perform(studio, "{\"setRole\":{\"role\":\"attendee\"}}", NULL));
    wait_for("ASP");
    CHECK(ps_studio_can_start(studio) == 0);
    CHECK(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL) == PS_NO_PERMISSION);
    char *json;
    SUCCEEDS(ps_studio_copy_violations(studio, &json));
    CHECK(strstr(json, "PS-START-007"));
    ps_string_free(json);
    ps_statistics statistics = { sizeof statistics };
    SUCCEEDS(ps_studio_get_statistics(studio, &statistics));
    CHECK(statistics.video_accepted == 3);
    SUCCEEDS(ps_studio_close(studio));
    FAILS(ps_studio_close(studio), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_sender_send_video(last_sender, frame, 1, 2, 2, 2), PS_CLOSED_HANDLE, "C-CALL-002");
}

// Closing a studio that sends delivers its last callback first.
static void closes_while_sending(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    ps_studio_callbacks set = callbacks();
    memset(received, 0, sizeof received);
    SUCCEEDS(ps_studio_create(&options, &set, &studio));
    SUCCEEDS(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL));
    wait_for("AS");
    SUCCEEDS(ps_studio_close(studio));
    CHECK(strcmp(received, "ASP") == 0);
    // Without callbacks there is nobody to answer.
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    CHECK(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL) == PS_WRONG_USAGE);
    SUCCEEDS(ps_studio_close(studio));
    set.size = 3;
    FAILS(ps_studio_create(&options, &set, &studio), PS_WRONG_SIZE, "C-CALL-005");
    // Outside a meeting, and in one that is joined later.
    options.is_outside = 1;
    set = callbacks();
    SUCCEEDS(ps_studio_create(&options, &set, &studio));
    CHECK(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL) == PS_NOT_IN_MEETING);
    SUCCEEDS(ps_studio_perform(studio, "{\"join\":{\"entrance\":\"direct\"}}", NULL));
    memset(received, 0, sizeof received);
    SUCCEEDS(ps_studio_start(studio, 320, 180, PS_FORMAT_I420_FULL));
    wait_for("AS");
    SUCCEEDS(ps_studio_close(studio));
}

// MARK: Structs

// Structs of another version may be shorter: only the size is read. What follows it here cannot be read.
static void short_structs(void) {
    long page = sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    CHECK(mprotect(memory + page, page, PROT_NONE) == 0);
    void *last = memory + page - sizeof(size_t);
    *(size_t *)last = sizeof(size_t);
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    ps_session *session;
    ps_subscription *subscription;
    FAILS(ps_session_create(last, &session), PS_WRONG_SIZE, "C-CALL-005");
    FAILS(ps_studio_create(last, NULL, &studio), PS_WRONG_SIZE, "C-CALL-005");
    FAILS(ps_studio_create(&options, last, &studio), PS_WRONG_SIZE, "C-CALL-005");
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    FAILS(ps_studio_subscribe_video(studio, last, &subscription), PS_WRONG_SIZE, "C-CALL-005");
    FAILS(ps_studio_subscribe_audio(studio, last, &subscription), PS_WRONG_SIZE, "C-CALL-005");
    FAILS(ps_studio_get_statistics(studio, last), PS_WRONG_SIZE, "C-CALL-005");
    SUCCEEDS(ps_studio_close(studio));
    munmap(memory, 2 * page);
}

int main(void) {
    starts_and_stops();
    closes_while_sending();
    short_structs();
    printf("studio: passed\n");
}
