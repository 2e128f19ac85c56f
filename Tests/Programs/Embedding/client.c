// A meeting client: the order of its calls, events in the program's own loop, raw data in both directions.
#include "check.h"

#include <pthread.h>
#include <time.h>

enum { WIDTH = 640, HEIGHT = 360, LENGTH = WIDTH * HEIGHT * 3 / 2 };

static ps_client *client;
static ps_renderer *renderer;
static ps_raw_data *kept;
static ps_sender *sender;
static char frame[LENGTH];
static pthread_t loop_thread;

// What has happened. Written by callbacks, read by the main thread.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_pending, frames, statuses, destroyed, mixed, one_way;
static int events[64];
static uint32_t guest;
static int32_t failure_reason;

static int count(int *counter) {
    pthread_mutex_lock(&mutex);
    int value = *counter;
    pthread_mutex_unlock(&mutex);
    return value;
}

static void add(int *counter) {
    pthread_mutex_lock(&mutex);
    ++*counter;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
}

static void on_pending(void *user) {
    CHECK(user == frame);
    add(&is_pending);
}

// Runs the loop until a counter has a value, at most 30 seconds.
static void run_until(int *counter, int value) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 30;
    while (count(counter) < value) {
        SUCCEEDS(ps_client_dispatch(client, 0, NULL));
        pthread_mutex_lock(&mutex);
        int result = 0;
        while (*counter < value && is_pending == 0 && result == 0) {
            result = pthread_cond_timedwait(&changed, &mutex, &deadline);
        }
        is_pending = 0;
        pthread_mutex_unlock(&mutex);
        CHECK(result == 0);
    }
}

static void on_event(void *user, const ps_client_event *event) {
    CHECK(user == frame);
    CHECK(event->size == sizeof *event);
    CHECK(event->name && event->text && event->key);
    CHECK(pthread_equal(pthread_self(), loop_thread));
    CHECK(ps_is_inside_callback() == 1);
    FAILS(ps_client_close(client), PS_INSIDE_CALLBACK, "C-CALL-003");
    if (event->kind == PS_EVENT_STATUS && event->number == PS_STATUS_IN_MEETING) {
        CHECK(ps_client_query(client, PS_QUERY_STATUS) == PS_STATUS_IN_MEETING);
        CHECK(ps_client_query(client, PS_QUERY_LOCAL_USER) != 0);
    }
    if (event->kind == PS_EVENT_STATUS && event->number == PS_STATUS_FAILED) failure_reason = event->reason;
    if (event->kind == PS_EVENT_USER_JOINED) {
        ps_participant participant;
        SUCCEEDS(ps_client_get_participant(client, event->user_id, &participant));
        CHECK(strcmp(participant.name, event->name) == 0);
        if (!participant.is_myself) guest = event->user_id;
    }
    if (event->kind == PS_EVENT_STUDIO_SENDING) sender = event->sender;
    if (event->kind == PS_EVENT_CHAT) CHECK(strcmp(event->text, "Hello") == 0 && event->id > 0);
    add(&events[event->kind]);
}

static void on_frame(void *user, const ps_received_frame *received, ps_raw_data *data) {
    CHECK(user == frame);
    const ps_planes *planes = &received->planes;
    // One piece, without padding, which may be written.
    CHECK(planes->stride[0] == planes->width && planes->stride[1] == planes->width / 2);
    CHECK(planes->data[1] == planes->data[0] + planes->width * planes->height);
    CHECK(planes->data[2] == planes->data[1] + planes->width * planes->height / 4);
    memset(planes->data[0], 1, (size_t)planes->width * planes->height * 3 / 2);
    if (!kept) {
        CHECK(ps_raw_data_can_add_ref(data) == 1);
        CHECK(ps_raw_data_add_ref(data) == 1);
        kept = data;
    }
    add(&frames);
}

static void on_status(void *user, int32_t is_on) {
    CHECK(user == frame);
    CHECK(is_on == 1 || frames > 0);
    add(&statuses);
}

static void on_destroyed(void *user) {
    CHECK(user == frame);
    add(&destroyed);
}

static void on_mixed(void *user, const ps_received_audio *block, ps_raw_data *data) {
    CHECK(user == frame);
    CHECK(block->sample_rate == 32000 && block->channels == 1 && block->sample_count == 320 && block->user_id == 0);
    // Audio is in the memory of the stack.
    CHECK(ps_raw_data_can_add_ref(data) == 0);
    add(&mixed);
}

static void on_one_way(void *user, const ps_received_audio *block, ps_raw_data *data) {
    CHECK(user == frame && data);
    CHECK(block->user_id == guest);
    add(&one_way);
}

static ps_client_options options(void) {
    ps_client_options options = PS_CLIENT_OPTIONS_INIT;
    options.on_event = on_event;
    options.on_pending = on_pending;
    options.user = frame;
    options.is_immediate = 1;
    return options;
}

static void perform(const char *format, unsigned user) {
    char command[256];
    snprintf(command, sizeof command, format, user);
    SUCCEEDS(ps_client_perform(client, command, NULL));
}

static void wrong_use(void) {
    ps_client_options wrong = options();
    ps_join_options join = PS_JOIN_OPTIONS_INIT;
    ps_participant participant;
    size_t number;
    wrong.size = 1;
    FAILS(ps_client_create(&wrong, &client), PS_WRONG_SIZE, "C-CALL-005");
    wrong = options();
    wrong.on_event = NULL;
    FAILS(ps_client_create(&wrong, &client), PS_NULL_POINTER, "C-CALL-001");
    wrong = options();
    wrong.role = "king";
    FAILS(ps_client_create(&wrong, &client), PS_USAGE, "C-SESSION-001");
    FAILS(ps_client_initialise(NULL), PS_NULL_POINTER, "C-CALL-001");
    FAILS(ps_client_initialise((ps_client *)frame), PS_CLOSED_HANDLE, "C-CALL-002");
    wrong = options();
    SUCCEEDS(ps_client_create(&wrong, &client));
    FAILS(ps_client_authenticate(client, "token"), PS_UNINITIALISED, "ZM-ENTRY-001");
    FAILS(ps_client_join(client, &join), PS_UNINITIALISED, "ZM-ENTRY-001");
    FAILS(ps_client_act(client, PS_ACTION_LEAVE, 0), PS_UNINITIALISED, "ZM-ENTRY-001");
    CHECK(ps_client_query(client, PS_QUERY_STATUS) == PS_STATUS_IDLE);
    CHECK(ps_client_query(client, PS_QUERY_ENTRY_RESULT) == -1);
    SUCCEEDS(ps_client_initialise(client));
    FAILS(ps_client_join(client, &join), PS_NOT_AUTHENTICATED, "ZM-ENTRY-002");
    FAILS(ps_client_act(client, 999, 0), PS_INVALID_PARAMETER, "C-CALL-008");
    CHECK(ps_client_query(client, 999) == 0);
    CHECK(ps_last_result() == PS_INVALID_PARAMETER);
    FAILS(ps_client_get_participant(client, 0, &participant), PS_NOT_FOUND, "C-CALL-009");
    SUCCEEDS(ps_client_get_participants(client, NULL, 0, &number));
    CHECK(number == 0);
    FAILS(ps_client_turn(client, 1), PS_WRONG_USAGE, "C-CALL-007");
    FAILS(ps_client_set_memory(client, 7, 0, 0), PS_INVALID_PARAMETER, "C-CALL-008");
    FAILS(ps_client_authenticate(client, ""), PS_INVALID_PARAMETER, "ZM-ENTRY-003");
    FAILS(ps_client_authenticate(client, NULL), PS_INVALID_PARAMETER, "ZM-ENTRY-003");
    CHECK(ps_client_query(client, PS_QUERY_ENTRY_RESULT) == -1);
    FAILS(ps_client_reject(client, "ZM-AUTH-006", "early", "wait"), PS_MODULE_LOAD_FAILED, "ZM-AUTH-006");
    FAILS(ps_client_reject(client, "ZM-AUTH-008", NULL, NULL), PS_INTERNAL_ERROR, "ZM-AUTH-008");
    FAILS(ps_client_reject(client, "ZM-AUTH-017", "early", NULL), PS_UNKNOWN, "ZM-AUTH-017");
    SUCCEEDS(ps_client_reject(client, "ZM-ENTRY-006", "inside", "return"));
    FAILS(ps_client_reject(client, "ZM-NONE-001", "early", "wait"), PS_NOT_FOUND, "C-CALL-011");
    FAILS(ps_client_reject(client, NULL, "early", "wait"), PS_NULL_POINTER, "C-CALL-001");
    char *violations;
    SUCCEEDS(ps_client_copy_violations(client, &violations));
    CHECK(strstr(violations, "ZM-AUTH-006 ModuleLoadFailed: early; wait") && strstr(violations, "ZM-ENTRY-006: inside"));
    ps_string_free(violations);
    SUCCEEDS(ps_client_close(client));
    FAILS(ps_client_initialise(client), PS_CLOSED_HANDLE, "C-CALL-002");
}

static void enter(void) {
    ps_client_options settings = options();
    SUCCEEDS(ps_client_create(&settings, &client));
    SUCCEEDS(ps_client_initialise(client));
    SUCCEEDS(ps_client_set_memory(client, PS_MEMORY_HEAP, PS_MEMORY_STACK, PS_MEMORY_STACK));
    SUCCEEDS(ps_client_authenticate(client, "token"));
    run_until(&events[PS_EVENT_AUTHENTICATED], 1);
    ps_join_options join = PS_JOIN_OPTIONS_INIT;
    FAILS(ps_client_join(client, &join), PS_INVALID_PARAMETER, "PS-ENTRY-021");
    join.meeting_number = 123;
    join.name = "Bot";
    join.customer_key = "key";
    SUCCEEDS(ps_client_join(client, &join));
    FAILS(ps_client_join(client, &join), PS_WRONG_USAGE, "PS-ENTRY-020");
    run_until(&events[PS_EVENT_USER_JOINED], 1);
    CHECK(events[PS_EVENT_ARRIVING] == 1);
    ps_participant myself;
    SUCCEEDS(ps_client_get_participant(client, 0, &myself));
    CHECK(strcmp(myself.name, "Bot") == 0 && strcmp(myself.customer_key, "key") == 0);
    CHECK(myself.is_myself == 1 && myself.role == PS_ROLE_ATTENDEE && myself.is_audio_connected == 0);
    SUCCEEDS(ps_client_send_chat(client, 0, "Hello"));
    run_until(&events[PS_EVENT_CHAT], 1);
}

static void receive(void) {
    ps_renderer_callbacks callbacks = PS_RENDERER_CALLBACKS_INIT;
    callbacks.on_frame = on_frame;
    callbacks.on_status = on_status;
    callbacks.on_destroyed = on_destroyed;
    callbacks.user = frame;
    ps_raw_audio_callbacks audio = PS_RAW_AUDIO_CALLBACKS_INIT;
    audio.on_mixed = on_mixed;
    audio.on_one_way = on_one_way;
    audio.user = frame;
    FAILS(ps_client_check(client, PS_ACTION_START_RECORDING, 0), PS_NO_PERMISSION, "ZM-REC-001");
    FAILS(ps_renderer_create(client, &callbacks, &renderer), PS_NO_PERMISSION, "ZM-REC-009");
    SUCCEEDS(ps_client_act(client, PS_ACTION_REQUEST_RECORDING, 0));
    run_until(&events[PS_EVENT_RECORDING_PERMISSION], 1);
    SUCCEEDS(ps_client_act(client, PS_ACTION_START_RECORDING, 0));
    FAILS(ps_client_subscribe_audio(client, &audio), PS_NOT_JOINED_AUDIO, "ZM-AUDIO-001");
    SUCCEEDS(ps_client_act(client, PS_ACTION_CONNECT_AUDIO, 0));
    SUCCEEDS(ps_client_subscribe_audio(client, &audio));
    SUCCEEDS(ps_client_subscribe_audio(client, &audio));
    audio.user = NULL;
    FAILS(ps_client_subscribe_audio(client, &audio), PS_WRONG_USAGE, "ZM-QUALITY-003");
    perform("{\"addParticipant\":{\"name\":\"Ann\",\"role\":\"attendee\",\"isVideoOn\":true}}", 0);
    run_until(&events[PS_EVENT_USER_JOINED], 2);
    perform("{\"publishMedia\":{\"user\":%u,\"loops\":false}}", guest);
    SUCCEEDS(ps_renderer_create(client, &callbacks, &renderer));
    SUCCEEDS(ps_renderer_set_height(renderer, 360));
    FAILS(ps_renderer_set_height(renderer, 361), PS_INVALID_PARAMETER, "ZM-VIEW-003");
    FAILS(ps_renderer_subscribe(renderer, 0, 1), PS_CANNOT_SUBSCRIBE_MYSELF, "ZM-VIEW-002");
    FAILS(ps_renderer_subscribe(renderer, 99, 0), PS_INVALID_PARAMETER, "ZM-VIEW-001");
    SUCCEEDS(ps_renderer_subscribe(renderer, guest, 0));
    run_until(&frames, 5);
    run_until(&mixed, 5);
    run_until(&one_way, 5);
    CHECK(count(&statuses) == 1);
    run_until(&events[PS_EVENT_AUDIO_CHANGED], 2);
    CHECK(ps_raw_data_release(kept) == 0);
    CHECK(ps_raw_data_release(kept) == -1);
    CHECK(ps_raw_data_add_ref(kept) == 0);
    SUCCEEDS(ps_renderer_destroy(renderer));
    int last = count(&frames);
    FAILS(ps_renderer_unsubscribe(renderer), PS_CLOSED_HANDLE, "C-CALL-002");
    SUCCEEDS(ps_client_unsubscribe_audio(client));
    FAILS(ps_client_unsubscribe_audio(client), PS_WRONG_USAGE, "ZM-SOUND-002");
    CHECK(count(&frames) == last);
    SUCCEEDS(ps_renderer_create(client, &callbacks, &renderer));
    SUCCEEDS(ps_client_act(client, PS_ACTION_STOP_RECORDING, 0));
    FAILS(ps_client_act(client, PS_ACTION_STOP_RECORDING, 0), PS_TOO_FREQUENT_CALL, "ZM-REC-004");
}

static void transmit(void) {
    static char block[640];
    ps_camera_format formats[2];
    size_t number, suggested;
    SUCCEEDS(ps_client_get_camera_formats(client, formats, 2, &number, &suggested));
    CHECK(number >= 2 && suggested == 1 && formats[1].width == 1280 && formats[1].frame_rate == 30);
    FAILS(ps_client_act(client, PS_ACTION_START_VIDEO, 0), PS_NO_VIDEO_DEVICE, "ZM-VIDEO-001");
    FAILS(ps_client_act(client, PS_ACTION_MUTE_ALL, 0), PS_NO_PERMISSION, "ZM-AUDIO-002");
    SUCCEEDS(ps_client_set_camera(client, 1));
    SUCCEEDS(ps_client_set_microphone(client, 1));
    SUCCEEDS(ps_client_act(client, PS_ACTION_START_VIDEO, 0));
    run_until(&events[PS_EVENT_CAMERA_STARTED], 1);
    run_until(&events[PS_EVENT_MICROPHONE_STARTED], 1);
    CHECK(events[PS_EVENT_CAMERA_READY] == 1);
    SUCCEEDS(ps_client_send_camera(client, frame, LENGTH, WIDTH, HEIGHT, 0, PS_FORMAT_I420_FULL));
    FAILS(
        ps_client_send_camera(client, frame, LENGTH, WIDTH, HEIGHT * 3 / 2, 0, PS_FORMAT_I420_FULL),
        PS_INVALID_PARAMETER, "ZM-SEND-003");
    FAILS(ps_client_send_camera(client, NULL, LENGTH, WIDTH, HEIGHT, 0, 1), PS_INVALID_PARAMETER, "ZM-SEND-003");
    FAILS(ps_client_send_camera(client, frame, LENGTH, WIDTH, HEIGHT, 7, 1), PS_INVALID_PARAMETER, "ZM-SEND-004");
    SUCCEEDS(ps_client_send_microphone(client, block, sizeof block, 32000, 1));
    FAILS(ps_client_send_microphone(client, block, 3, 32000, 1), PS_INVALID_PARAMETER, "ZM-SEND-005");
    FAILS(ps_client_send_microphone(client, block, 640, 22050, 1), PS_INVALID_PARAMETER, "ZM-SEND-006");
    FAILS(ps_client_send_share(client, frame, LENGTH, WIDTH, HEIGHT, 1), PS_WRONG_USAGE, "ZM-SEND-001");
    SUCCEEDS(ps_client_act(client, PS_ACTION_START_SHARE, 1));
    run_until(&events[PS_EVENT_SHARE_STARTED], 1);
    SUCCEEDS(ps_client_send_share(client, frame, LENGTH, WIDTH, HEIGHT, PS_FORMAT_I420_LIMITED));
    SUCCEEDS(ps_client_send_share_audio(client, block, sizeof block, 32000, 1));
    FAILS(ps_client_send_share_audio(client, block, 640, 2822400, 1), PS_INVALID_PARAMETER, "ZM-SEND-006");
    FAILS(ps_client_send_share_audio(client, block, 640, 192000, 2), PS_INVALID_PARAMETER, "ZM-SEND-006");
    FAILS(ps_client_start_studio(client, WIDTH, HEIGHT, 1), PS_NO_PERMISSION, "PS-START-003");
    perform("{\"setRole\":{\"role\":\"coHost\"}}", 0);
    SUCCEEDS(ps_client_act(client, PS_ACTION_MUTE_ALL, 0));
    CHECK(ps_client_query(client, PS_QUERY_IS_AUDIO_MUTED) == 0);
    SUCCEEDS(ps_client_start_studio(client, WIDTH, HEIGHT, PS_FORMAT_I420_LIMITED));
    run_until(&events[PS_EVENT_STUDIO_SENDING], 1);
    SUCCEEDS(ps_sender_send_video(sender, frame, LENGTH, WIDTH, HEIGHT, PS_FORMAT_I420_LIMITED));
    ps_statistics statistics = { sizeof statistics };
    SUCCEEDS(ps_client_get_statistics(client, &statistics));
    CHECK(statistics.video_accepted == 1);
}

static void leave(void) {
    SUCCEEDS(ps_client_act(client, PS_ACTION_LEAVE, 0));
    run_until(&destroyed, 1);
    run_until(&events[PS_EVENT_CAMERA_OVER], 1);
    run_until(&events[PS_EVENT_MICROPHONE_OVER], 1);
    run_until(&events[PS_EVENT_STUDIO_STOPPED], 1);
    CHECK(events[PS_EVENT_SHARE_STOPPED] == 1);
    FAILS(
        ps_sender_send_video(sender, frame, LENGTH, WIDTH, HEIGHT, PS_FORMAT_I420_LIMITED), PS_WRONG_USAGE,
        "PS-SEND-001");
    CHECK(ps_client_query(client, PS_QUERY_STATUS) == PS_STATUS_ENDED);
    FAILS(ps_client_act(client, PS_ACTION_STOP_VIDEO, 0), PS_NOT_IN_MEETING, "ZM-ENTRY-004");
    FAILS(ps_client_send_camera(client, frame, LENGTH, WIDTH, HEIGHT, 0, 1), PS_NOT_IN_MEETING, "ZM-ENTRY-004");
    SUCCEEDS(ps_renderer_unsubscribe(renderer));
    SUCCEEDS(ps_renderer_destroy(renderer));
    SUCCEEDS(ps_client_unsubscribe_audio(client));
    perform(
        "{\"setEntryResponses\":{\"responses\":{\"entrance\":\"failure\",\"joinFailure\":\"authorizedUserAbsent\"}}}", 0);
    ps_join_options join = PS_JOIN_OPTIONS_INIT;
    join.meeting_number = 123;
    join.on_behalf_token = "token";
    SUCCEEDS(ps_client_join(client, &join));
    int before = events[PS_EVENT_STATUS];
    run_until(&events[PS_EVENT_STATUS], before + 2);
    CHECK(failure_reason == 501);
    char *violations;
    SUCCEEDS(ps_client_copy_violations(client, &violations));
    CHECK(strstr(violations, "ZM-REC-004") && strstr(violations, "ZM-REF-003") && strstr(violations, "ZM-VIEW-006"));
    // A check is no violation.
    CHECK(!strstr(violations, "ZM-REC-001"));
    ps_string_free(violations);
    SUCCEEDS(ps_client_uninitialise(client));
    FAILS(ps_client_act(client, PS_ACTION_LEAVE, 0), PS_UNINITIALISED, "ZM-ENTRY-001");
    FAILS(ps_client_uninitialise(client), PS_UNINITIALISED, "ZM-ENTRY-001");
    SUCCEEDS(ps_client_close(client));
}

int main(void) {
    loop_thread = pthread_self();
    wrong_use();
    enter();
    receive();
    transmit();
    leave();
}
