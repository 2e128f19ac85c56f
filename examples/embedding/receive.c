// Receives the media of a participant for two seconds: receive MEDIA FRAMES.yuv SAMPLES.pcm
#include <psstudio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void check(ps_result result) { if (result != PS_OK) exit(fprintf(stderr, "%s\n", ps_last_message()) > 0); }
static void on_frame(void *file, const ps_received_frame *frame) {
    for (int plane = 0; plane < 3 && frame->planes.height == 360; plane++)  // The first frames are smaller.
        for (int half = plane > 0, row = 0; row < frame->planes.height >> half; row++)
            fwrite(frame->planes.data[plane] + row * frame->planes.stride[plane], frame->planes.width >> half, 1, file);
}
static void on_audio(void *file, const ps_received_audio *audio) { fwrite(audio->samples, 4, audio->sample_count, file); }
int main(int count, char **arguments) {
    if (count != 4) return 2;
    FILE *video = fopen(arguments[2], "wb"), *audio = fopen(arguments[3], "wb");
    if (!video || !audio) return perror("cannot write"), 1;
    ps_studio_options options = PS_STUDIO_OPTIONS_INIT;
    ps_studio *studio; ps_subscription *subscriptions[2]; char *reply, command[1024]; unsigned user;
    const char *ann = "{\"addParticipant\":{\"name\":\"Ann\",\"role\":\"attendee\",\"isVideoOn\":true}}";
    check(ps_studio_create(&options, NULL, &studio) || ps_studio_perform(studio, ann, &reply));
    if (sscanf(reply, "{\"participant\":{\"user\":%u}}", &user) != 1) return 1;
    ps_video_request frames = { sizeof frames, .user_id = user, .on_frame = on_frame, .user = video };
    ps_audio_request samples = { sizeof samples, PS_AUDIO_PARTICIPANT, user, .on_audio = on_audio, .user = audio };
    check(ps_studio_subscribe_video(studio, &frames, &subscriptions[0]));
    check(ps_studio_subscribe_audio(studio, &samples, &subscriptions[1]));
    snprintf(command, sizeof command, "{\"publishMedia\":{\"user\":%u,\"loops\":false,\"source\":\"%s\"}}", user, arguments[1]);
    check(ps_studio_perform(studio, command, NULL));
    sleep(2), check(ps_studio_close(studio));  // No callback follows.
    return ps_string_free(reply), fclose(video) | fclose(audio);
}
