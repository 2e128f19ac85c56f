// Joins a meeting, asks to record, receives the camera of the first participant for four seconds: bot FRAMES.yuv
#include <psstudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static ps_client *client; static ps_renderer *renderer;
static void check(ps_result result) { if (result != PS_OK) exit(fprintf(stderr, "%s\n", ps_last_message()) > 0); }
static void on_frame(void *file, const ps_received_frame *frame, ps_raw_data *data) {
    if (frame->planes.height == 360) fwrite(frame->planes.data[0], 640 * 360 * 3 / 2, 1, file);  // Smaller at first.
}
static void on_event(void *file, const ps_client_event *event) {
    ps_join_options meeting = { sizeof meeting, PS_JOIN, .meeting_number = 123, .name = "Recorder" };
    ps_renderer_callbacks receiver = { sizeof receiver, file, on_frame };
    ps_participant people[2]; size_t count;
    if (event->kind == PS_EVENT_AUTHENTICATED) check(ps_client_join(client, &meeting));
    if (event->kind == PS_EVENT_STATUS && event->number == PS_STATUS_IN_MEETING)
        check(ps_client_act(client, PS_ACTION_REQUEST_RECORDING, 0));
    if (event->kind != PS_EVENT_RECORDING_PERMISSION || !event->number) return;
    check(ps_client_act(client, PS_ACTION_START_RECORDING, 0));
    check(ps_client_get_participants(client, people, 2, &count) || ps_renderer_create(client, &receiver, &renderer));
    check(ps_renderer_set_height(renderer, 360) || ps_renderer_subscribe(renderer, people[1].user_id, 0));
}
int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "wb") : NULL;
    if (!file) return 2;
    ps_client_options options = { sizeof options, on_event, .user = file };
    check(ps_client_create(&options, &client) || ps_client_initialise(client) || ps_client_authenticate(client, "token"));
    sleep(4), check(ps_client_act(client, PS_ACTION_LEAVE, 0) || ps_client_close(client));  // No callback follows.
    return fclose(file);
}
