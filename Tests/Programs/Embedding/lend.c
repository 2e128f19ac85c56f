// Lent frames: sent without a copy, released exactly once, and rejected with a rule.
#include "check.h"

#include <pthread.h>
#include <time.h>

enum { WIDTH = 404, HEIGHT = 710, LUMA = 404 * 710, CHROMA = 204 * 355 };

static unsigned char memory[LUMA + 2 * CHROMA];
static ps_session *session;
static ps_studio *studio;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int released;

static ps_planes planes(void) {
    ps_planes planes = {
        WIDTH, HEIGHT, {memory, memory + LUMA, memory + LUMA + CHROMA}, {404, 204, 204}};
    return planes;
}

// No function may be called here, except those that report.
static void on_release(void *user) {
    CHECK(user == memory);
    CHECK(ps_is_inside_callback());
    // Outside, the studio is supported.
    CHECK(ps_studio_is_supported(studio) == 0);
    CHECK(ps_last_result() == PS_INSIDE_CALLBACK);
    char *json;
    FAILS(ps_session_copy_snapshot(session, &json), PS_INSIDE_CALLBACK, "C-CALL-003");
    pthread_mutex_lock(&mutex);
    released++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

// Waits until so many loans have ended; fails after 30 seconds. The last one may end after the close.
static void await_releases(int count) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 30;
    pthread_mutex_lock(&mutex);
    while (released < count) {
        if (pthread_cond_timedwait(&changed, &mutex, &deadline) != 0) break;
    }
    CHECK(released == count);
    pthread_mutex_unlock(&mutex);
}

static void frames(void) {
    ps_session_options options = fast_options();
    options.width = WIDTH;
    options.height = HEIGHT;
    ps_sender *sender;
    session = begun(&options, &sender);
    ps_planes lent = planes();
    CHECK(!ps_is_inside_callback());
    for (int i = 0; i < 10; i++) {
        SUCCEEDS(ps_sender_lend_frame(sender, &lent, on_release, memory));
        SUCCEEDS(ps_session_wait_for_next_frame(session));
    }
    CHECK(!ps_is_inside_callback());
    // Each failure ends the loan, too.
    FAILS(ps_sender_lend_frame(sender, NULL, on_release, memory), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_sender_lend_frame(sender, &lent, NULL, memory), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_sender_lend_frame(NULL, &lent, on_release, memory), PS_NULL_POINTER, "C-CALL-001");
    lent.stride[1] = 202;
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_WRONG_LAYOUT, "C-FRAME-001");
    lent = planes();
    lent.data[2]++;
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_WRONG_LAYOUT, "C-FRAME-001");
    lent = planes();
    lent.data[0] = NULL;
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_WRONG_LAYOUT, "C-FRAME-001");
    lent = planes();
    lent.width = -404;
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_WRONG_LAYOUT, "C-FRAME-001");
    // Rows that no stride can describe, and planes that no address can.
    lent.width = INT32_MAX;
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_WRONG_LAYOUT, "C-FRAME-001");
    lent.height = INT32_MAX;
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_WRONG_LAYOUT, "C-FRAME-001");
    ps_planes small = {320, 180, {memory, memory + 57600, memory + 72000}, {320, 160, 160}};
    FAILS(ps_sender_lend_frame(sender, &small, on_release, memory), PS_INVALID_PARAMETER, "PS-SEND-005");
    ps_statistics statistics = { sizeof statistics };
    SUCCEEDS(ps_session_get_statistics(session, &statistics));
    CHECK(statistics.video_accepted == 10);
    CHECK(statistics.video_refused == 1);
    SUCCEEDS(ps_session_finish(session, 30));
    lent = planes();
    CHECK(ps_sender_lend_frame(sender, &lent, on_release, memory) == PS_WRONG_USAGE);
    SUCCEEDS(ps_session_close(session));
    FAILS(ps_sender_lend_frame(sender, &lent, on_release, memory), PS_CLOSED_HANDLE, "C-CALL-002");
    // Ten frames, and eleven failures with a function that ends the loan.
    await_releases(21);
}

// MARK: Without a copy

static ps_sender *open_sender;
static uint32_t studio_user;
static int received;
static int blocks;

static void on_send(void *user, ps_sender *sender) {
    pthread_mutex_lock(&mutex);
    open_sender = sender;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void on_user(void *user, uint32_t user_id, int32_t is_sending) {
    pthread_mutex_lock(&mutex);
    studio_user = user_id;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

// A receiver of the studio's own video gets the memory that was lent.
static void on_frame(void *user, const ps_received_frame *frame) {
    CHECK(frame->planes.data[0] == memory);
    CHECK(frame->planes.data[2] == memory + LUMA + CHROMA);
    CHECK(frame->planes.stride[1] == 204);
    pthread_mutex_lock(&mutex);
    received++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

// The studio's own user has audio, too: it is silent, and has the ID of the request.
static void on_own_audio(void *user, const ps_received_audio *audio) {
    CHECK(audio->user_id == studio_user);
    pthread_mutex_lock(&mutex);
    blocks++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void receives_own_audio(void) {
    ps_audio_request request = PS_AUDIO_REQUEST_INIT;
    ps_subscription *subscription;
    request.point = PS_AUDIO_PARTICIPANT;
    request.user_id = studio_user;
    request.on_audio = on_own_audio;
    SUCCEEDS(ps_studio_subscribe_audio(studio, &request, &subscription));
    pthread_mutex_lock(&mutex);
    while (blocks < 3) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    SUCCEEDS(ps_subscription_close(subscription));
    request.is_share = 1;
    FAILS(ps_studio_subscribe_audio(studio, &request, &subscription), PS_INVALID_ARGUMENT, "RX-TRACK-002");
}

static void without_a_copy(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    ps_studio_callbacks callbacks = PS_STUDIO_CALLBACKS_INIT;
    ps_video_request request = PS_VIDEO_REQUEST_INIT;
    ps_subscription *subscription;
    callbacks.on_start_send = on_send;
    callbacks.on_user_changed = on_user;
    SUCCEEDS(ps_studio_create(&options, &callbacks, &studio));
    SUCCEEDS(ps_studio_start(studio, WIDTH, HEIGHT, PS_FORMAT_I420_FULL));
    pthread_mutex_lock(&mutex);
    while (!open_sender || !studio_user) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    request.user_id = studio_user;
    request.stride_alignment = 4;
    request.on_frame = on_frame;
    SUCCEEDS(ps_studio_subscribe_video(studio, &request, &subscription));
    CHECK(ps_studio_is_supported(studio) == 1);
    ps_planes lent = planes();
    SUCCEEDS(ps_sender_lend_frame(open_sender, &lent, on_release, memory));
    pthread_mutex_lock(&mutex);
    while (received < 1) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    SUCCEEDS(ps_subscription_close(subscription));
    receives_own_audio();
    SUCCEEDS(ps_studio_close(studio));
    // One more than before: no loan has ended twice.
    await_releases(22);
}

int main(void) {
    frames();
    without_a_copy();
    printf("lend: passed\n");
}
