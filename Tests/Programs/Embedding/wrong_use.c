// Wrong use of sessions and senders: each call returns a code and leaves a message, and the program goes on.
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static char frame[320 * 180 * 3 / 2], block[1600 * 4];

static void null_pointers(void) {
    ps_session_options options = fast_options();
    ps_session *session = NULL;
    ps_sender *sender;
    ps_frame *borrowed;
    ps_planes planes;
    ps_subscription *subscription;
    ps_studio *studio;
    FAILS(ps_session_create(NULL, &session), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_create(&options, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_begin(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_wait_for_sender(NULL, 0, &sender), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_wait_for_sender(NULL, 0, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_wait_for_next_frame(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_perform(NULL, "{\"stop\":{}}", NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_copy_snapshot(NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_get_statistics(NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_stop(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_finish(NULL, 1), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_wait(NULL, 1), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_close(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_subscribe_video(NULL, NULL, &subscription), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_subscribe_audio(NULL, NULL, &subscription), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_sender_send_video(NULL, frame, 1, 2, 2, 1), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_sender_send_audio(NULL, block, 4, 48000, 2), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_sender_borrow_frame(NULL, &borrowed, &planes), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_sender_send_frame(NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_frame_release(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_subscription_close(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_create(NULL, NULL, &studio), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_start(NULL, 2, 2, 1), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_stop(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_perform(NULL, NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_copy_violations(NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_get_statistics(NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_subscribe_video(NULL, NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_subscribe_audio(NULL, NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_close(NULL), PS_NULL_POINTER, "C-CALL-001");
    CHECK(ps_studio_can_start(NULL) == 0);
    CHECK(ps_last_result() == PS_NULL_POINTER);
    ps_string_free(NULL);
    SUCCEEDS(ps_set_log(NULL, NULL));
}

static void options(void) {
    ps_session *session = (ps_session *)1;
    ps_session_options options = fast_options();
    options.size = 0;
    FAILS(ps_session_create(&options, &session), PS_WRONG_SIZE, "C-CALL-005");
    CHECK(session == NULL);
    options = fast_options();
    options.role = "king";
    FAILS(ps_session_create(&options, &session), PS_USAGE, "C-SESSION-001");
    CHECK(strstr(ps_last_message(), "king"));
    options = fast_options();
    options.outputs = "show.unknown";
    FAILS(ps_session_create(&options, &session), PS_USAGE, "C-SESSION-001");
    options = fast_options();
    options.scenario = "no-such-scenario";
    FAILS(ps_session_create(&options, &session), PS_USAGE, "C-SESSION-001");
    options = fast_options();
    options.frame_rate_denominator = 0;
    FAILS(ps_session_create(&options, &session), PS_USAGE, "C-SESSION-001");
    options = fast_options();
    for (int i = 0; i < 3; i++) {
        options.video_bitrate = (int32_t[]){-5, 999, INT32_MAX}[i];
        FAILS(ps_session_create(&options, &session), PS_USAGE, "C-SESSION-001");
        CHECK(strstr(ps_last_message(), "video_bitrate is "));
    }
    options = fast_options();
    options.frame_rate_denominator = 0;
    options.frame_rate_numerator = 0;  // None is declared, but a fast session needs one.
    FAILS(ps_session_create(&options, &session), PS_USAGE, "C-SESSION-001");
}

static void refusals(void) {
    ps_session_options options = fast_options();
    ps_sender *sender;
    ps_session *session;
    options.width = 641;
    options.height = 360;
    SUCCEEDS(ps_session_create(&options, &session));
    FAILS(ps_session_wait_for_sender(session, 0.01, &sender), PS_TIMED_OUT, "C-CALL-006");
    SUCCEEDS(ps_session_begin(session));
    FAILS(ps_session_wait_for_sender(session, 30, &sender), PS_INVALID_PARAMETER, "PS-START-007");
    CHECK(sender == NULL);
    FAILS(ps_session_wait(session, 30), PS_INVALID_PARAMETER, "PS-START-007");
    SUCCEEDS(ps_session_close(session));

    options = fast_options();
    options.role = "attendee";
    SUCCEEDS(ps_session_create(&options, &session));
    SUCCEEDS(ps_session_begin(session));
    CHECK(ps_session_wait_for_sender(session, 30, &sender) == PS_NO_PERMISSION);
    SUCCEEDS(ps_session_close(session));

    options = fast_options();
    session = begun(&options, &sender);
    FAILS(ps_sender_send_video(sender, NULL, sizeof frame, 320, 180, 2), PS_INVALID_PARAMETER, "PS-SEND-002");
    CHECK(ps_sender_send_video(sender, frame, 0, 320, 180, 2) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_video(sender, frame, sizeof frame - 1, 320, 180, 2) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_video(sender, frame, SIZE_MAX, 320, 180, 2) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_video(sender, frame, sizeof frame, 180, 320, 2) == PS_INVALID_PARAMETER);
    CHECK(strstr(ps_last_message(), "swapped"));
    CHECK(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, 0) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, 1) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_audio(sender, NULL, 4, 48000, 2) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_audio(sender, block, 3, 48000, 2) == PS_INVALID_PARAMETER);
    CHECK(ps_sender_send_audio(sender, block, 4, 44100, 2) == PS_INVALID_PARAMETER);
    CHECK(strstr(ps_last_message(), "44100"));
    CHECK(ps_sender_send_audio(sender, block, 4, 48000, 3) == PS_INVALID_PARAMETER);
    SUCCEEDS(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, 2));
    SUCCEEDS(ps_sender_send_audio(sender, block, sizeof block, 48000, 2));
    ps_statistics statistics = { sizeof statistics };
    SUCCEEDS(ps_session_get_statistics(session, &statistics));
    CHECK(statistics.video_accepted == 1);
    CHECK(statistics.video_refused == 7);
    CHECK(statistics.audio_accepted == 1);
    CHECK(statistics.audio_refused == 4);
    statistics.size = 8;
    FAILS(ps_session_get_statistics(session, &statistics), PS_WRONG_SIZE, "C-CALL-005");
    char *json;
    SUCCEEDS(ps_session_copy_snapshot(session, &json));
    CHECK(strstr(json, "\"rule\":\"PS-SEND-002\""));
    ps_string_free(json);
    SUCCEEDS(ps_session_finish(session, 30));
    CHECK(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, 2) == PS_WRONG_USAGE);
    FAILS(ps_session_wait_for_sender(session, 30, &sender), PS_ENDED, "C-SESSION-002");
    SUCCEEDS(ps_session_close(session));
}

static void handles(void) {
    ps_session_options options = fast_options();
    ps_sender *sender, *same;
    ps_session *session = begun(&options, &sender);
    SUCCEEDS(ps_session_wait_for_sender(session, 0, &same));
    CHECK(same == sender);
    ps_frame *borrowed;
    ps_planes planes;
    SUCCEEDS(ps_sender_borrow_frame(sender, &borrowed, &planes));
    CHECK(planes.width == 320);
    CHECK(planes.height == 180);
    for (int row = 0; row < 180; row++) memset(planes.data[0] + row * planes.stride[0], row, 320);
    for (int row = 0; row < 90; row++) memset(planes.data[1] + row * planes.stride[1], 128, 160);
    for (int row = 0; row < 90; row++) memset(planes.data[2] + row * planes.stride[2], 128, 160);
    SUCCEEDS(ps_sender_send_frame(sender, borrowed));
    FAILS(ps_sender_send_frame(sender, borrowed), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_frame_release(borrowed), PS_CLOSED_HANDLE, "C-CALL-002");
    SUCCEEDS(ps_sender_borrow_frame(sender, &borrowed, &planes));
    SUCCEEDS(ps_frame_release(borrowed));
    FAILS(ps_frame_release(borrowed), PS_CLOSED_HANDLE, "C-CALL-002");
    // Handles of another kind, an address, and nonsense.
    FAILS(ps_session_begin((ps_session *)sender), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_sender_send_video((ps_sender *)session, frame, 1, 2, 2, 1), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_session_close((ps_session *)sender), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_session_close((ps_session *)frame), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_session_close((ps_session *)UINTPTR_MAX), PS_CLOSED_HANDLE, "C-CALL-002");
    // A borrowed frame outlives its session.
    SUCCEEDS(ps_sender_borrow_frame(sender, &borrowed, &planes));
    SUCCEEDS(ps_session_close(session));
    memset(planes.data[0], 1, 320);
    FAILS(ps_sender_send_frame(sender, borrowed), PS_CLOSED_HANDLE, "C-CALL-002");
    SUCCEEDS(ps_frame_release(borrowed));
    FAILS(ps_session_close(session), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_session_stop(session), PS_CLOSED_HANDLE, "C-CALL-002");
    FAILS(ps_sender_send_audio(sender, block, 4, 48000, 2), PS_CLOSED_HANDLE, "C-CALL-002");
    // The slot is used again, the handle is not.
    ps_session *next;
    SUCCEEDS(ps_session_create(&options, &next));
    CHECK(next != session);
    FAILS(ps_session_begin(session), PS_CLOSED_HANDLE, "C-CALL-002");
    SUCCEEDS(ps_session_close(next));
}

static void commands(void) {
    ps_session_options options = fast_options();
    ps_sender *sender;
    ps_session *session = begun(&options, &sender);
    FAILS(ps_session_perform(session, NULL, NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_session_perform(session, "", NULL), PS_INVALID_JSON, "C-JSON-001");
    FAILS(ps_session_perform(session, "{\"fly\":{}}", NULL), PS_INVALID_JSON, "C-JSON-001");
    FAILS(ps_session_perform(session, "{\"removeOutput\":{\"output\":9}}", NULL), PS_COMMAND_REJECTED, "C-JSON-002");
    char *reply;
    SUCCEEDS(ps_session_perform(session, "{\"addOutput\":{\"address\":\"null:\"}}", &reply));
    CHECK(strcmp(reply, "{\"output\":{\"output\":2}}") == 0);
    ps_string_free(reply);
    SUCCEEDS(ps_session_perform(session, "{\"connectAudio\":{}}", &reply));
    CHECK(strcmp(reply, "{\"done\":{}}") == 0);
    ps_string_free(reply);
    SUCCEEDS(ps_session_close(session));
}

// MARK: Callbacks

struct receiver {
    ps_session *session;
    atomic_int refused, violations, stops;
    int64_t sequence;
};

static void inside(void *user, const ps_event *event) {
    struct receiver *receiver = user;
    ps_sender *sender;
    CHECK(event->size == sizeof *event);
    CHECK(event->sequence == receiver->sequence + 1);
    CHECK(strstr(event->json, event->kind));
    receiver->sequence = event->sequence;
    if (strcmp(event->kind, "violation") == 0) {
        CHECK(strcmp(event->rule, "PS-SEND-002") == 0);
        CHECK(event->is_refusal == 1);
        receiver->violations++;
        FAILS(ps_session_close(receiver->session), PS_INSIDE_CALLBACK, "C-CALL-003");
        FAILS(ps_session_finish(receiver->session, 1), PS_INSIDE_CALLBACK, "C-CALL-003");
        FAILS(ps_session_wait(receiver->session, 1), PS_INSIDE_CALLBACK, "C-CALL-003");
        FAILS(ps_session_wait_for_sender(receiver->session, 1, &sender), PS_INSIDE_CALLBACK, "C-CALL-003");
        FAILS(ps_session_wait_for_next_frame(receiver->session), PS_INSIDE_CALLBACK, "C-CALL-003");
        receiver->refused++;
        char *json;
        SUCCEEDS(ps_session_copy_snapshot(receiver->session, &json));
        ps_string_free(json);
        SUCCEEDS(ps_session_stop(receiver->session));
    }
    if (strcmp(event->kind, "stopped") == 0) {
        CHECK(strcmp(event->state, "stopped") == 0);
        receiver->stops++;
    }
}

static void callbacks(void) {
    struct receiver receiver = {0};
    ps_session_options options = fast_options();
    ps_sender *sender;
    options.on_event = inside;
    options.user = &receiver;
    SUCCEEDS(ps_session_create(&options, &receiver.session));
    SUCCEEDS(ps_session_begin(receiver.session));
    SUCCEEDS(ps_session_wait_for_sender(receiver.session, 30, &sender));
    CHECK(ps_sender_send_video(sender, NULL, 1, 320, 180, 2) == PS_INVALID_PARAMETER);
    SUCCEEDS(ps_session_wait(receiver.session, 30));
    SUCCEEDS(ps_session_close(receiver.session));
    CHECK(receiver.violations == 1);
    CHECK(receiver.refused == 1);
    CHECK(receiver.stops == 1);
    // A session that never began ends with its close, too.
    struct receiver other = {0};
    options.user = &other;
    SUCCEEDS(ps_session_create(&options, &other.session));
    SUCCEEDS(ps_session_close(other.session));
    CHECK(other.stops == 1);
}

// MARK: Threads and processes

static ps_sender *shared;
static atomic_long sent;

static void *keep_sending(void *unused) {
    for (;;) {
        ps_result result = ps_sender_send_video(shared, frame, sizeof frame, 320, 180, PS_FORMAT_I420_FULL);
        if (result == PS_WRONG_USAGE || result == PS_CLOSED_HANDLE) return unused;
        CHECK(result == PS_OK);
        sent++;
    }
}

static void close_while_sending(void) {
    for (int i = 0; i < 5; i++) {
        ps_session_options options = fast_options();
        options.is_fast = 0;
        ps_session *session = begun(&options, &shared);
        pthread_t threads[2];
        long before = sent;
        for (int t = 0; t < 2; t++) pthread_create(&threads[t], NULL, keep_sending, NULL);
        while (sent < before + 20) sched_yield();
        SUCCEEDS(ps_session_close(session));
        for (int t = 0; t < 2; t++) pthread_join(threads[t], NULL);
    }
}

static void *wait_for_sender(void *session) {
    ps_sender *sender;
    ps_result result = ps_session_wait_for_sender(session, 30, &sender);
    CHECK((result == PS_OK) == (sender != NULL));
    return NULL;
}

// Whoever comes first: a sender, or a failure.
static void close_while_waiting(void) {
    for (int i = 0; i < 20; i++) {
        ps_session_options options = fast_options();
        ps_session *session;
        SUCCEEDS(ps_session_create(&options, &session));
        SUCCEEDS(ps_session_begin(session));
        pthread_t thread;
        pthread_create(&thread, NULL, wait_for_sender, session);
        for (int turn = 0; turn < i * 10; turn++) sched_yield();
        SUCCEEDS(ps_session_close(session));
        pthread_join(thread, NULL);
    }
}

static void *first_failure(void *unused) {
    CHECK(ps_last_result() == PS_OK);
    CHECK(strcmp(ps_last_message(), "") == 0);
    FAILS(ps_session_stop(NULL), PS_NULL_POINTER, "C-CALL-001");
    return unused;
}

static void messages_are_per_thread(void) {
    FAILS(ps_session_begin((ps_session *)frame), PS_CLOSED_HANDLE, "C-CALL-002");
    pthread_t thread;
    pthread_create(&thread, NULL, first_failure, NULL);
    pthread_join(thread, NULL);
    CHECK(ps_last_result() == PS_CLOSED_HANDLE);
}

static void forked_child(void) {
    ps_session_options options = fast_options();
    ps_sender *sender;
    ps_session *session = begun(&options, &sender);
    pid_t child = fork();
    if (child == 0) {
        ps_session *other;
        FAILS(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, 2), PS_FORKED, "C-CALL-004");
        FAILS(ps_session_create(&options, &other), PS_FORKED, "C-CALL-004");
        FAILS(ps_session_close(session), PS_FORKED, "C-CALL-004");
        CHECK(ps_studio_can_start(NULL) == 0);
        CHECK(strlen(ps_version()) > 0);
        _exit(0);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    SUCCEEDS(ps_sender_send_video(sender, frame, sizeof frame, 320, 180, 2));
    SUCCEEDS(ps_session_close(session));
}

static volatile sig_atomic_t interrupted;

static void on_alarm(int signal) {
    (void)signal;
    if (interrupted || ps_session_stop(NULL) != PS_INTERRUPTED) return;
    CHECK(ps_last_result() == PS_INTERRUPTED);
    CHECK(strcmp(ps_last_rule(), "C-CALL-010") == 0);
    interrupted = 1;
}

// The handler of a signal that interrupted a call returns at once, and the call goes on.
static void call_in_a_handler(void) {
    struct sigaction action = {.sa_handler = on_alarm}, former;
    CHECK(sigaction(SIGALRM, &action, &former) == 0);
    const struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    while (!interrupted) ps_session_stop(NULL);
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    CHECK(sigaction(SIGALRM, &former, NULL) == 0);
    FAILS(ps_session_stop(NULL), PS_NULL_POINTER, "C-CALL-001");
}

int main(void) {
    CHECK(ps_abi_version() == PS_ABI_VERSION);
    CHECK(ps_last_result() == PS_OK);
    CHECK(strcmp(ps_result_name(PS_INVALID_PARAMETER), "InvalidParameter") == 0);
    CHECK(strcmp(ps_result_name(-7), "Unknown") == 0);
    null_pointers();
    options();
    refusals();
    handles();
    commands();
    callbacks();
    messages_are_per_thread();
    close_while_sending();
    close_while_waiting();
    forked_child();
    call_in_a_handler();
    printf("wrong_use: passed\n");
}
