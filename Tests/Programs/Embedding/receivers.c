// Receivers: the video and audio of participants, in callbacks that end with their subscription.
#include "check.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

static char black[320 * 180 * 3 / 2];
static int16_t block[480 * 2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static ps_studio *studio;

// MARK: Video

static int received;
static atomic_bool is_inside, has_left;
static ps_subscription *subscription;

static void on_frame(void *user, const ps_received_frame *frame) {
    CHECK(user == black);
    CHECK(frame->size == sizeof *frame);
    CHECK(frame->planes.width >= 2);
    CHECK(frame->planes.stride[0] % 64 == 0);
    CHECK(frame->planes.data[2] > frame->planes.data[1]);
    FAILS(ps_subscription_close(subscription), PS_INSIDE_CALLBACK, "C-CALL-003");
    pthread_mutex_lock(&mutex);
    received++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

// A callback that takes its time.
static void on_slow_frame(void *user, const ps_received_frame *frame) {
    if (atomic_exchange(&is_inside, 1)) return;
    struct timespec time = {0, 300000000};
    nanosleep(&time, NULL);
    has_left = 1;
}

// A participant whose camera is on.
static unsigned add_participant(void) {
    char *reply, command[128];
    unsigned user;
    SUCCEEDS(ps_studio_perform(
        studio, "{\"addParticipant\":{\"name\":\"Ann\",\"role\":\"attendee\",\"isVideoOn\":true}}", &reply));
    CHECK(sscanf(reply, "{\"participant\":{\"user\":%u}}", &user) == 1);
    ps_string_free(reply);
    snprintf(command, sizeof command, "{\"publishMedia\":{\"user\":%u,\"loops\":true}}", user);
    SUCCEEDS(ps_studio_perform(studio, command, NULL));
    return user;
}

static void receives_video(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    unsigned user = add_participant();
    ps_video_request request = PS_VIDEO_REQUEST_INIT;
    request.user_id = user;
    request.height = 180;
    request.stride_alignment = 64;
    request.user = black;
    FAILS(ps_studio_subscribe_video(studio, &request, &subscription), PS_NULL_POINTER, "C-CALL-001");
    request.on_frame = on_frame;
    pthread_mutex_lock(&mutex);
    SUCCEEDS(ps_studio_subscribe_video(studio, &request, &subscription));
    while (received < 3) pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    SUCCEEDS(ps_subscription_close(subscription));
    int before = received;
    FAILS(ps_subscription_close(subscription), PS_CLOSED_HANDLE, "C-CALL-002");
    request.user_id = 7;
    FAILS(ps_studio_subscribe_video(studio, &request, &subscription), PS_NOT_FOUND, "RX-TRACK-001");
    request.user_id = user;
    request.height = 1;
    FAILS(ps_studio_subscribe_video(studio, &request, &subscription), PS_INVALID_ARGUMENT, "RX-VIDEO-001");
    request.height = -180;
    FAILS(ps_studio_subscribe_video(studio, &request, &subscription), PS_INVALID_ARGUMENT, "RX-VIDEO-001");
    request.height = 180;
    request.stride_alignment = -64;
    FAILS(ps_studio_subscribe_video(studio, &request, &subscription), PS_INVALID_ARGUMENT, "RX-VIDEO-002");
    request.size = 1;
    FAILS(ps_studio_subscribe_video(studio, &request, &subscription), PS_WRONG_SIZE, "C-CALL-005");
    SUCCEEDS(ps_studio_close(studio));
    CHECK(received == before);
}

// The close of a studio waits for the callback that runs, also when the subscription was not closed.
static void closes_while_receiving(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    ps_video_request request = PS_VIDEO_REQUEST_INIT;
    request.user_id = add_participant();
    request.on_frame = on_slow_frame;
    SUCCEEDS(ps_studio_subscribe_video(studio, &request, &subscription));
    while (!is_inside) sched_yield();
    SUCCEEDS(ps_studio_close(studio));
    CHECK(has_left);
    SUCCEEDS(ps_subscription_close(subscription));
}

// MARK: Audio

// What a subscription has received; `user` of its callback.
struct receiver {
    int point, rate, channels, samples;
    unsigned user;
    int blocks, peak;
};

static void on_audio(void *user, const ps_received_audio *audio) {
    struct receiver *receiver = user;
    CHECK(audio->size == sizeof *audio);
    CHECK(audio->sample_rate == receiver->rate);
    CHECK(audio->channels == receiver->channels);
    CHECK(audio->sample_count == receiver->samples);
    CHECK(audio->user_id == receiver->user);
    CHECK(audio->number == receiver->blocks);
    CHECK(ps_is_inside_callback());
    FAILS(ps_subscription_close(subscription), PS_INSIDE_CALLBACK, "C-CALL-003");
    pthread_mutex_lock(&mutex);
    receiver->blocks++;
    for (int i = 0; i < audio->sample_count * audio->channels; i++) {
        int level = abs(audio->samples[i]);
        if (level > receiver->peak) receiver->peak = level;
    }
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static ps_audio_request request_of(struct receiver *receiver) {
    ps_audio_request request = PS_AUDIO_REQUEST_INIT;
    request.point = receiver->point;
    request.user_id = receiver->user;
    request.sample_rate = receiver->rate;
    request.channels = receiver->channels;
    request.block_samples = receiver->samples;
    request.on_audio = on_audio;
    request.user = receiver;
    return request;
}

// The tone of the participant arrives at three points at once, each in a form of its own.
static void receives_audio(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    unsigned user = add_participant();
    struct receiver receivers[] = {
        {PS_AUDIO_PARTICIPANT, 16000, 1, 160, user, 0, 0},
        {PS_AUDIO_PLAYBACK, 32000, 2, 640, 0, 0, 0},
        {PS_AUDIO_MIXED, 44100, 1, 4410, 0, 0, 0},
    };
    ps_subscription *subscriptions[3];
    for (int i = 0; i < 3; i++) {
        ps_audio_request request = request_of(&receivers[i]);
        SUCCEEDS(ps_studio_subscribe_audio(studio, &request, &subscriptions[i]));
    }
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < 3; i++) {
        while (receivers[i].blocks < 3 || receivers[i].peak < 1000) pthread_cond_wait(&changed, &mutex);
    }
    pthread_mutex_unlock(&mutex);
    SUCCEEDS(ps_subscription_close(subscriptions[0]));
    int before = receivers[0].blocks;
    FAILS(ps_subscription_close(subscriptions[0]), PS_CLOSED_HANDLE, "C-CALL-002");
    SUCCEEDS(ps_studio_close(studio));
    CHECK(receivers[0].blocks == before);
    before = receivers[1].blocks + receivers[2].blocks;
    SUCCEEDS(ps_subscription_close(subscriptions[1]));
    SUCCEEDS(ps_subscription_close(subscriptions[2]));
    CHECK(receivers[1].blocks + receivers[2].blocks == before);
}

static void refuses(void) {
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    struct receiver receiver = {0};
    ps_subscription *none = (ps_subscription *)1;
    SUCCEEDS(ps_studio_create(&options, NULL, &studio));
    ps_audio_request request = request_of(&receiver);
    FAILS(ps_studio_subscribe_audio(NULL, &request, &none), PS_NULL_POINTER, "C-CALL-001");
    CHECK(none == NULL);
    FAILS(ps_studio_subscribe_audio(studio, NULL, &none), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_studio_subscribe_audio(studio, &request, NULL), PS_NULL_POINTER, "C-CALL-001");
    request.point = 5;
    FAILS(ps_studio_subscribe_audio(studio, &request, &none), PS_INVALID_PARAMETER, "C-CALL-008");
    request.point = PS_AUDIO_PARTICIPANT;
    request.user_id = 7;
    FAILS(ps_studio_subscribe_audio(studio, &request, &none), PS_NOT_FOUND, "RX-TRACK-001");
    request.point = PS_AUDIO_MIXED;
    request.sample_rate = 44000;
    FAILS(ps_studio_subscribe_audio(studio, &request, &none), PS_INVALID_ARGUMENT, "RX-AUDIO-001");
    request.sample_rate = 48000;
    request.block_samples = 47;
    FAILS(ps_studio_subscribe_audio(studio, &request, &none), PS_INVALID_ARGUMENT, "RX-AUDIO-002");
    request.on_audio = NULL;
    FAILS(ps_studio_subscribe_audio(studio, &request, &none), PS_NULL_POINTER, "C-CALL-001");
    SUCCEEDS(ps_studio_close(studio));
}

// Every sent sample has a value of its own: left of its number, right the negative of it.
static int16_t sample(int number) { return number % 30000 + 1; }

// Counts the samples, which arrive in order and unchanged, after silence.
static void on_own_audio(void *user, const ps_received_audio *audio) {
    int *count = user;
    CHECK(audio->channels == 2);
    for (int i = 0; i < audio->sample_count; i++) {
        int left = audio->samples[2 * i], right = audio->samples[2 * i + 1];
        if (*count == 0 && left == 0 && right == 0) continue;
        CHECK(left == sample(*count));
        CHECK(right == -sample(*count));
        (*count)++;
    }
}

// In a fast session, the audio arrives while the program waits for its next frame: what it has sent, to the sample.
static void receives_itself(void) {
    ps_session_options options = fast_options();
    ps_sender *sender;
    int sent = 0, count = 0;
    ps_audio_request request = PS_AUDIO_REQUEST_INIT;
    request.point = PS_AUDIO_LOCAL;
    request.on_audio = on_own_audio;
    request.user = &count;
    ps_session *session = begun(&options, &sender);
    SUCCEEDS(ps_session_subscribe_audio(session, &request, &subscription));
    for (int i = 0; i < 30; i++) {
        SUCCEEDS(ps_sender_send_video(sender, black, sizeof black, 320, 180, PS_FORMAT_I420_FULL));
        for (int part = 0; part < 4; part++) {
            int samples = part == 3 ? 160 : 480;
            for (int n = 0; n < samples; n++, sent++) {
                block[2 * n] = sample(sent);
                block[2 * n + 1] = -sample(sent);
            }
            SUCCEEDS(ps_sender_send_audio(sender, block, samples * 4, 48000, 2));
        }
        SUCCEEDS(ps_session_wait_for_next_frame(session));
    }
    // At most 20 ms late.
    CHECK(count >= sent - 960);
    SUCCEEDS(ps_subscription_close(subscription));
    SUCCEEDS(ps_session_close(session));
}

int main(void) {
    receives_video();
    closes_while_receiving();
    receives_audio();
    refuses();
    receives_itself();
    printf("receivers: passed\n");
}
