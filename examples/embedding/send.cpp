// Sends raw 1080p30 frames and 48 kHz stereo samples: send FRAMES.yuv SAMPLES.pcm OUTPUT
#include <psstudio.h>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
static void check(ps_result result) { if (result) throw std::runtime_error(ps_last_message()); }
int main(int count, char **arguments) try {
    if (count != 4) return 2;
    std::ifstream video(arguments[1], std::ios::binary), audio(arguments[2], std::ios::binary);
    ps_session_options options{sizeof options, 1920, 1080, PS_FORMAT_I420_LIMITED, 30, 1};
    options.outputs = arguments[3];
    options.is_fast = std::getenv("FAST") != nullptr;
    ps_session *created; ps_sender *sender; ps_frame *frame; ps_planes planes; char block[1600 * 4];
    check(ps_session_create(&options, &created));
    std::unique_ptr<ps_session, ps_result (*)(ps_session *)> session(created, ps_session_close);
    check(ps_session_begin(created));
    check(ps_session_wait_for_sender(created, 10, &sender));
    while (video.peek() != EOF && audio.read(block, sizeof block)) {
        check(ps_sender_borrow_frame(sender, &frame, &planes));  // Filled in place: no copy is made.
        for (int plane = 0, half = 0; plane < 3; plane++, half = 1)
            for (int row = 0; row < 1080 >> half; row++)
                video.read(reinterpret_cast<char *>(planes.data[plane]) + row * planes.stride[plane], 1920 >> half);
        check(ps_sender_send_frame(sender, frame));
        check(ps_sender_send_audio(sender, block, sizeof block, 48000, 2));
        check(ps_session_wait_for_next_frame(created));
    }
    check(ps_session_finish(created, 60));
} catch (const std::exception &error) { return std::cerr << error.what() << "\n", 1; }
