// Sends raw 1080p30 frames and 48 kHz stereo samples: send FRAMES.yuv SAMPLES.pcm OUTPUT
#include <psstudio.h>
#include <stdio.h>
#include <stdlib.h>
enum { WIDTH = 1920, HEIGHT = 1080 };

static void check(ps_result result) {
    if (result != PS_OK) exit(fprintf(stderr, "%s\n", ps_last_message()) > 0);
}

int main(int count, char **arguments) {
    static char frame[WIDTH * HEIGHT * 3 / 2], block[1600 * 4];
    if (count != 4) return 2;
    FILE *video = fopen(arguments[1], "rb"), *audio = fopen(arguments[2], "rb");
    if (!video || !audio) return perror("cannot open the media"), 1;
    ps_session_options options = { sizeof options, WIDTH, HEIGHT, PS_FORMAT_I420_LIMITED, 30, 1 };
    options.outputs = arguments[3];
    options.is_fast = getenv("FAST") != NULL;  // As fast as the outputs take media, instead of in real time.
    ps_session *session; ps_sender *sender;
    check(ps_session_create(&options, &session));
    check(ps_session_begin(session));
    check(ps_session_wait_for_sender(session, 10, &sender));
    while (fread(frame, sizeof frame, 1, video) && fread(block, sizeof block, 1, audio)) {
        check(ps_sender_send_video(sender, frame, sizeof frame, WIDTH, HEIGHT, PS_FORMAT_I420_LIMITED));
        check(ps_sender_send_audio(sender, block, sizeof block, 48000, 2));
        check(ps_session_wait_for_next_frame(session));
    }
    check(ps_session_finish(session, 60));
    check(ps_session_close(session));
}
