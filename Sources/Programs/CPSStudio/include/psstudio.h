/*
 * psstudio in C: an emulated Production Studio with sessions, senders, outputs and receivers.
 *
 *     cc app.c $(pkg-config --cflags --libs psstudio)
 *
 * Results. Functions return a ps_result. Each result other than PS_OK leaves a message for the calling thread; see
 * ps_last_message(). A function that returns something else documents how it reports a failure. Output parameters are written
 * only on PS_OK, except handles and texts, which are set to NULL by a failure.
 *
 * Handles. ps_session, ps_studio, ps_sender, ps_frame and ps_subscription are numbers in a table, not addresses. A closed
 * handle is rejected with PS_CLOSED_HANDLE, never used. What a function named create, borrow or subscribe returns belongs
 * to the caller, who closes or releases it. What a function named get returns belongs to the library. Text from a function
 * named copy belongs to the caller; free it with ps_string_free(). Arguments are read during the call only, except the
 * memory of a lent frame.
 *
 * Threads. All functions may be called from any thread. Callbacks run on threads of the library, never inside the call that
 * causes them; only the audio callbacks of a fast session run inside ps_session_wait_for_next_frame(). The callbacks of one
 * session, studio or subscription never overlap. Functions marked [waits] are rejected with PS_INSIDE_CALLBACK inside any
 * callback of the library, because they could wait for their own thread.
 *
 * Log lines and the ends of loans are delivered where they occur, also inside a call. Inside these two callbacks, all
 * functions that return a ps_result are rejected with PS_INSIDE_CALLBACK; the queries of a studio, such as
 * ps_studio_can_start(), return 0 with that result.
 *
 * Processes. In a child of fork() all functions are rejected with PS_FORKED, except those of the first section other than
 * ps_set_log(): the library's threads do not exist there. Call exec, or use the library first in the child. The library
 * never leaves the process: dlclose() keeps it mapped.
 *
 * JSON. docs/session.md lists commands, events and the snapshot, with their fields. Text is UTF-8.
 */
#ifndef PSSTUDIO_H
#define PSSTUDIO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------------------
 * Version, results, log
 * ------------------------------------------------------------------------------------------------------------------ */

/* The version of this header's interface. It changes when programs must be compiled again. */
#define PS_ABI_VERSION 1

/* The interface of the loaded library. Compare it with PS_ABI_VERSION when the library is loaded by dlopen(). */
uint32_t ps_abi_version(void);

/* The version of psstudio, for example "0.1.0". Static text. */
const char *ps_version(void);

/* The result of a call. 0 is success. Numbers are never reused. */
typedef int32_t ps_result;
enum {
    PS_OK = 0,

    /* Codes of the emulated interface. ps_last_rule() names the rule. */
    PS_FAILED = 1,
    PS_UNINITIALISED = 2,
    PS_SERVICE_FAILED = 3,
    PS_WRONG_USAGE = 4,
    PS_INVALID_PARAMETER = 5,
    PS_NO_PERMISSION = 6,
    PS_TOO_FREQUENT_CALL = 7,
    PS_UNSUPPORTED_FEATURE = 8,
    PS_NOT_IN_MEETING = 9,
    PS_NO_VIDEO_DEVICE = 10,
    PS_OUT_OF_MEMORY = 11,
    PS_INVALID_ARGUMENT = 12,
    PS_NOT_FOUND = 13,
    PS_OCCUPIED = 14,
    PS_NO_RESOURCES = 15,

    /* Wrong use of this interface. */
    PS_NULL_POINTER = 101,    /* a required pointer is NULL */
    PS_CLOSED_HANDLE = 102,   /* the handle was closed, or is of another kind */
    PS_INSIDE_CALLBACK = 103, /* a function that waits was called inside a callback, or any inside a log line or the end
                                 of a loan */
    PS_FORKED = 104,          /* the process is a fork of one that used the library */
    PS_WRONG_SIZE = 105,      /* the size of an options struct is unknown */
    PS_INVALID_JSON = 106,    /* a command is not valid JSON, or not a command */
    PS_COMMAND_REJECTED = 107, /* the session cannot perform the command now */
    PS_WRONG_LAYOUT = 108,    /* the planes of a lent frame are not those of a borrowed one */

        /* The end of a session, and of a wait. */
        PS_TIMED_OUT = 120,       /* the time has elapsed; the call may be repeated */
    PS_USAGE = 121,           /* the configuration is invalid: an option, an address, a scenario, PSSTUDIO_* */
    PS_REFUSED = 122,         /* Production Studio refused: start rejected, no sender, role lost */
    PS_SOURCE_FAILED = 123,   /* a source failed */
    PS_OUTPUT_FAILED = 124,   /* an output failed, or the encoder */
    PS_ENDED = 125,           /* the session has ended */
    PS_INTERNAL = 126         /* an error of psstudio */
};

/* The name of a result, for example "InvalidParameter"; "Unknown" for other numbers. Static text. */
const char *ps_result_name(ps_result result);

/* The latest failure on this thread: its result (PS_OK before the first one), one line with what is wrong and what to do,
 * and the violated rule, for example "PS-SEND-005" ("" for none). The texts are valid until the next failure on this
 * thread. A successful call changes nothing. `psstudio rules` lists the rules. */
ps_result ps_last_result(void);
const char *ps_last_message(void);
const char *ps_last_rule(void);

/* 1 on a thread that runs a callback of the library at this moment, else 0. */
int32_t ps_is_inside_callback(void);

/* Frees a text that a function named copy, or ps_session_perform() and ps_studio_perform(), returned. NULL is allowed. */
void ps_string_free(char *text);

enum { PS_LOG_INFO = 1, PS_LOG_WARNING = 2, PS_LOG_ERROR = 3 };

/* Receives a line of the log without a line end, on the thread that logs, also inside a call; calls may overlap. */
typedef void (*ps_log_callback)(void *user, int32_t level, const char *message);

/* Sets the receiver of the log; NULL, the default, for none. The library never writes to standard error. The previous
 * receiver may still be inside a call when this returns. */
ps_result ps_set_log(ps_log_callback callback, void *user);

/* ---------------------------------------------------------------------------------------------------------------------
 * Sender: frames and audio between one start and stop
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct ps_sender ps_sender;
typedef struct ps_frame ps_frame;

/* The value of an options struct in which only the size is set. */
#ifdef __cplusplus
#define PS_INIT(type) { sizeof(type) }
#else
#define PS_INIT(type) { .size = sizeof(type) }
#endif

/* Sample range of I420 frames. */
enum {
    PS_FORMAT_I420_LIMITED = 1, /* luma 16 to 235, chroma 16 to 240 */
    PS_FORMAT_I420_FULL = 2     /* 0 to 255 */
};

/* Sends one frame. One producer sends: calls may come from any thread, but not at the same time. A call copies the frame
 * and never waits for an output. The time of the call is the frame's time.
 *
 *   data     planes Y, U, V without padding: width * height * 3 / 2 bytes
 *   length   the number of bytes
 *   width    pixels, as declared at the start
 *   height   pixels, as declared
 *   format   PS_FORMAT_..., as declared
 *
 * Fails with PS_WRONG_USAGE when the studio is not sending, PS_INVALID_PARAMETER for a violation of the contract,
 * PS_TOO_FREQUENT_CALL in strict mode, PS_OUT_OF_MEMORY. A NULL frame is a violation: PS_INVALID_PARAMETER. */
ps_result ps_sender_send_video(
    ps_sender *sender, const void *data, size_t length, int32_t width, int32_t height, int32_t format);

/* Sends one block of signed 16-bit little-endian samples; stereo is interleaved left, right.
 *
  *   length        bytes; 10 or 20 ms are usual, more than a second is reported in strict mode
 *   sample_rate   32000 or 48000 Hz; it may change from block to block
 *   channels      1 or 2; may change from block to block
 *
 * Fails as ps_sender_send_video() does. */
ps_result ps_sender_send_audio(
    ps_sender *sender, const void *data, size_t length, int32_t sample_rate, int32_t channels);

/* The three planes of a borrowed or received frame. */
typedef struct ps_planes {
    int32_t width;          /* pixels */
    int32_t height;         /* pixels */
    uint8_t *data[3];       /* Y, U, V; chroma has half the width and height */
    int32_t stride[3];      /* bytes from one row to the next */
} ps_planes;

/* Borrows a frame of the declared size, to be filled in place and sent without a copy. Its content is undefined. Send it or
 * release it. The planes may be written until then. Fails with PS_OUT_OF_MEMORY. */
ps_result ps_sender_borrow_frame(ps_sender *sender, ps_frame **frame, ps_planes *planes);

/* Sends a borrowed frame and releases it, also when the studio rejects it. Only PS_NULL_POINTER, PS_CLOSED_HANDLE,
 * PS_INSIDE_CALLBACK and PS_FORKED leave the frame alone. Fails as ps_sender_send_video() does. */
ps_result ps_sender_send_frame(ps_sender *sender, ps_frame *frame);

/* Releases a borrowed frame that was not sent. */
ps_result ps_frame_release(ps_frame *frame);

/* The library does not use the memory of a lent frame any more. Called on any thread, also inside the call that lends. Take
 * no lock in it that the program holds during a call of the library. */
typedef void (*ps_release_callback)(void *user);

/* Sends a frame of the program's memory without a copy. The memory must not change until `release` is called: exactly once,
 * also when the call fails, and possibly after the session is closed. A slow output or receiver keeps frames until then.
 *
 *   planes    of the declared size and format, in the layout of a borrowed frame: rows of Y are padded to a multiple of 4
 *             bytes, rows of U and V are padded in the same way, and the planes follow each other without a gap
 *   release   required
 *   user      passed to release; it must stay valid until then
 *
 * Fails with PS_WRONG_LAYOUT, and as ps_sender_send_video() does. */
ps_result ps_sender_lend_frame(
    ps_sender *sender, const ps_planes *planes, ps_release_callback release, void *user);

/* What was sent since the session or studio was created. */
typedef struct ps_statistics {
    size_t size;            /* set by the caller: sizeof(ps_statistics) */
    int64_t video_accepted; /* frames that met the contract */
    int64_t video_refused;  /* frames that were rejected */
    int64_t video_dropped;  /* accepted frames that were dropped while the meeting reconnected */
    int64_t audio_accepted; /* blocks */
    int64_t audio_refused;
    int64_t audio_dropped;
    int64_t overlapping_sends; /* send calls that overlapped another one */
} ps_statistics;

/* ---------------------------------------------------------------------------------------------------------------------
 * Session: joins, starts the studio, opens the outputs; the program sends
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct ps_session ps_session;

/* An event. Texts are valid inside the callback; missing ones are "". */
typedef struct ps_event {
    size_t size;
    int64_t sequence;       /* 1, 2, 3 ...; a gap shows that events were missed, because callbacks took too long */
    double time;            /* seconds on the session's clock */
    const char *kind;       /* for example "violation", "failed", "sessionChanged", "outputChanged", "stopped" */
    const char *state;      /* the new state of the session or output; the reason of "stopped" */
    const char *rule;       /* the rule of a violation or failure */
    const char *code;       /* the code of a violation or failure */
    const char *message;    /* one line: of a violation, failure, note, or failed output */
    const char *address;    /* the redacted address of an output */
    int32_t is_refusal;     /* 1 for a violation that rejected a call, 0 for a warning */
    const char *json;       /* the whole event */
} ps_event;

/* Receives events on the session's own thread, in order. */
typedef void (*ps_event_callback)(void *user, const ps_event *event);

/* Options of a session. Zero every field that is not set, for example with PS_SESSION_OPTIONS_INIT. */
typedef struct ps_session_options {
    size_t size;             /* sizeof(ps_session_options) */
    int32_t width;           /* pixels, even; of every frame */
    int32_t height;          /* pixels, even */
    int32_t format;          /* PS_FORMAT_...; 0 means PS_FORMAT_I420_FULL */
    int32_t frame_rate_numerator;   /* 30 and 1, or 30000 and 1001; 0 and 0 when the program declares none */
    int32_t frame_rate_denominator;
    const char *role;        /* "host", "cohost", "attendee", "panelist"; NULL: PSSTUDIO_ROLE, the scenario's, or host */
    const char *scenario;    /* a scenario file or the name of a ready one; NULL: PSSTUDIO_SCENARIO, or none */
    const char *outputs;     /* addresses, one a line: show.mp4, rtmp://..., srt://..., null:; NULL: PSSTUDIO_OUT */
    const char *trace;       /* a trace file, or a folder that ends in /; NULL: PSSTUDIO_TRACE, or none */
    uint64_t seed;           /* of delays and jitter, if has_seed is 1 */
    int32_t has_seed;
    int32_t is_fast;         /* 1: as fast as the outputs take media, on a clock that
                                ps_session_wait_for_next_frame() advances; needs a frame rate */
    int32_t is_strict;       /* 1: rejects calls that are otherwise served and reported */
    int32_t overwrites;      /* 1: overwrites existing files, but none that the process reads or writes */
    int32_t has_no_audio;    /* 1: outputs have no audio track */
    int32_t video_bitrate;   /* bit/s, 1000 to 2048000000; 0 selects it by size */
    ps_event_callback on_event; /* NULL for none */
    void *user;              /* passed to on_event */
} ps_session_options;

#define PS_SESSION_OPTIONS_INIT PS_INIT(ps_session_options)

/* Creates a session. Fails with PS_USAGE for an invalid option or variable, PS_NULL_POINTER, PS_WRONG_SIZE. */
ps_result ps_session_create(const ps_session_options *options, ps_session **session);

/* Begins: joins, starts the studio, opens the outputs. Returns immediately; a second call does nothing. */
ps_result ps_session_begin(ps_session *session);

/* [waits] Waits until the session is sending, at most `seconds`, and gets its sender. The sender belongs to the session and
 * is valid until the session is closed; when the studio has stopped, its calls return PS_WRONG_USAGE.
 *
 * Fails with PS_TIMED_OUT, or with the failure that ended the session: PS_NO_PERMISSION, PS_INVALID_PARAMETER, PS_REFUSED,
 * PS_USAGE, ... */
ps_result ps_session_wait_for_sender(ps_session *session, double seconds, ps_sender **sender);

/* [waits] Waits until the next frame is due; in a fast session, until the outputs have capacity. Returns at once without a
 * frame rate, and early when the session stops. */
ps_result ps_session_wait_for_next_frame(ps_session *session);

/* Performs a command, for example {"revokeCoHost":{}}. Its effects are reported as events.
 *
 *   command   JSON
 *   reply     NULL, or receives {"done":{}}, {"participant":{"user":N}} or {"output":{"output":N}}; free it
 *
 * Fails with PS_INVALID_JSON or PS_COMMAND_REJECTED. */
ps_result ps_session_perform(ps_session *session, const char *command, char **reply);

/* The state of the session as JSON: counts, violations, outputs. Free it. */
ps_result ps_session_copy_snapshot(ps_session *session, char **json);

/* What was sent so far. */
ps_result ps_session_get_statistics(ps_session *session, ps_statistics *statistics);

/* Requests a stop and returns at once: the studio stops, then the outputs are finished. */
ps_result ps_session_stop(ps_session *session);

/* [waits] Ends the session after the last frame and waits until all outputs are complete, at most `seconds`.
 *
 * Fails with PS_TIMED_OUT, or with the first failure of the session: PS_OUTPUT_FAILED, PS_REFUSED, a code of a rejected
 * start, ... Rejected send calls are no failure of the session; they are violations in the snapshot. */
ps_result ps_session_finish(ps_session *session, double seconds);

/* [waits] Waits until the session has ended by itself, at most `seconds`. Fails as ps_session_finish() does. */
ps_result ps_session_wait(ps_session *session, double seconds);

/* [waits] Closes the handle, stops the session if needed, and waits for its end and its last callbacks, in which the handle
 * is closed already. Then closes its sender. No callback follows, also none of its subscriptions, except the ends of loans.
 * An output whose peer accepts no data fails after 60 s. */
ps_result ps_session_close(ps_session *session);

/* ---------------------------------------------------------------------------------------------------------------------
 * Studio: the program itself starts and stops Production Studio in a meeting
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct ps_studio ps_studio;

/* Callbacks of a studio, on its callback thread, in order. Members may be NULL. */
typedef struct ps_studio_callbacks {
    size_t size;             /* sizeof(ps_studio_callbacks) */
    void *user;              /* passed to all of them */
    /* The result of a start. 1: accepted, but sending is not allowed yet. 0: final. */
    void (*on_start_result)(void *user, int32_t is_accepted);
    /* Sending may start. The sender belongs to the studio and is valid until on_stop_send has returned; NULL means that the
     * start failed. */
    void (*on_start_send)(void *user, ps_sender *sender);
    /* Sending has ended: no media is accepted any more. */
    void (*on_stop_send)(void *user);
    /* A studio user, of this or another client, started or stopped publishing. */
    void (*on_user_changed)(void *user, uint32_t user_id, int32_t is_sending);
} ps_studio_callbacks;

/* Options of a studio. NULL members and the environment work as in ps_session_options. */
typedef struct ps_studio_options {
    size_t size;             /* sizeof(ps_studio_options) */
    int32_t frame_rate_numerator;
    int32_t frame_rate_denominator;
    const char *role;
    const char *scenario;
    const char *outputs;     /* written from each on_start_send to on_stop_send; later starts number their files */
    const char *trace;
    uint64_t seed;
    int32_t has_seed;
    int32_t is_strict;
    int32_t overwrites;
        int32_t is_outside;      /* 1: the local user is not in the meeting until the command {"join":{"entrance":"direct"}} */
} ps_studio_options;

#define PS_STUDIO_OPTIONS_INIT PS_INIT(ps_studio_options)
#define PS_STUDIO_CALLBACKS_INIT PS_INIT(ps_studio_callbacks)

/* Creates a meeting and the studio in it. `callbacks` may be NULL; a start is then rejected, as without a delegate. */
ps_result ps_studio_create(
    const ps_studio_options *options, const ps_studio_callbacks *callbacks, ps_studio **studio);

/* Queries. 1 or 0; 0 also for a wrong call, which ps_last_result() reports. */
int32_t ps_studio_is_supported(ps_studio *studio);
int32_t ps_studio_can_start(ps_studio *studio);
int32_t ps_studio_is_started(ps_studio *studio);

/* Starts the studio with this size and format of every frame. The result is delivered to on_start_result.
 *
 * Fails with PS_NOT_IN_MEETING, PS_UNSUPPORTED_FEATURE, PS_NO_PERMISSION, PS_WRONG_USAGE (already started, no callbacks),
 * PS_INVALID_PARAMETER (size, format), checked in this order. After a failure there is no callback. */
ps_result ps_studio_start(ps_studio *studio, int32_t width, int32_t height, int32_t format);

/* Stops the studio; on_stop_send follows. Fails with PS_NOT_IN_MEETING, PS_WRONG_USAGE. */
ps_result ps_studio_stop(ps_studio *studio);

/* Performs a command to the meeting, the studio or a participant's media, as ps_session_perform() does. */
ps_result ps_studio_perform(ps_studio *studio, const char *command, char **reply);

/* The violated rules as a JSON array: [{"rule", "code", "count", "message", "isRefusal"}]. Free it. */
ps_result ps_studio_copy_violations(ps_studio *studio, char **json);

/* What was sent so far. */
ps_result ps_studio_get_statistics(ps_studio *studio, ps_statistics *statistics);

/* [waits] Closes the handle, stops the studio if needed, delivers its last callbacks, in which the handle is closed already,
 * and finishes the outputs. No callback follows, also none of its subscriptions, except the ends of loans. */
ps_result ps_studio_close(ps_studio *studio);

/* ---------------------------------------------------------------------------------------------------------------------
 * Receivers: the video and audio of participants
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct ps_subscription ps_subscription;

/* A received frame, valid inside the callback. Its bytes must not be changed. */
typedef struct ps_received_frame {
    size_t size;
    ps_planes planes;
    int32_t format;          /* PS_FORMAT_... */
    int32_t rotation;        /* degrees clockwise until it is upright: 0, 90, 180, 270 */
    int64_t sequence;        /* its number on the track, from 0; a gap shows missing frames */
    int64_t time;            /* the capture time in nanoseconds on the session's clock */
} ps_received_frame;

/* Receives frames in order, one at a time, on a thread of the library that is not always the same. A slow receiver loses
 * frames and delays nobody. */
typedef void (*ps_frame_callback)(void *user, const ps_received_frame *frame);

/* Options of a video subscription. */
typedef struct ps_video_request {
    size_t size;             /* sizeof(ps_video_request) */
    uint32_t user_id;        /* the participant; a reply to addParticipant contains it */
    int32_t is_share;        /* 1: the shared screen instead of the camera */
    int32_t height;          /* fits frames into this height, 2 to 4320; 0: as published */
    int32_t stride_alignment; /* a power of 2 to 4096; 0 or 1: no padding */
    ps_frame_callback on_frame; /* required */
    void *user;
} ps_video_request;

#define PS_VIDEO_REQUEST_INIT PS_INIT(ps_video_request)

/* Subscribes to a participant's video. Fails with PS_NOT_FOUND, PS_INVALID_ARGUMENT. */
ps_result ps_session_subscribe_video(
    ps_session *session, const ps_video_request *request, ps_subscription **subscription);
ps_result ps_studio_subscribe_video(
    ps_studio *studio, const ps_video_request *request, ps_subscription **subscription);

/* Where audio is received. */
enum {
    PS_AUDIO_MIXED = 1,       /* the sum of the local user and all participants */
    PS_AUDIO_PLAYBACK = 2,    /* the sum of all participants: what the local user would hear */
    PS_AUDIO_PARTICIPANT = 3, /* one participant, or each remote one in blocks of its own */
    PS_AUDIO_LOCAL = 4        /* the local user: what the sender sends */
};

/* A received block of audio, valid inside the callback. */
typedef struct ps_received_audio {
    size_t size;
    const int16_t *samples;  /* signed 16 bit in the machine's byte order; stereo is interleaved left, right */
    int32_t sample_count;    /* per channel */
    int32_t sample_rate;     /* Hz */
    int32_t channels;        /* 1 or 2 */
    uint32_t user_id;        /* the participant, with PS_AUDIO_PARTICIPANT; else 0 */
    int64_t number;          /* of the block since the subscription began, from 0 */
    int64_t time;            /* of the first sample, in nanoseconds on the session's clock */
} ps_received_audio;

/* Receives blocks on the audio thread of the session or studio, in order, silence included. All subscriptions share that
 * thread: a callback that takes longer than its block lasts delays the audio of all. A fast session has no audio thread: the
 * callbacks run on the thread that calls ps_session_wait_for_next_frame(), inside that call, and on the session's own thread
 * while the session starts and finishes. */
typedef void (*ps_audio_callback)(void *user, const ps_received_audio *block);

/* Options of an audio subscription. */
typedef struct ps_audio_request {
    size_t size;             /* sizeof(ps_audio_request) */
    int32_t point;           /* PS_AUDIO_...; 0 means PS_AUDIO_MIXED */
    uint32_t user_id;        /* for PS_AUDIO_PARTICIPANT: the participant; 0: each of them */
    int32_t is_share;        /* for PS_AUDIO_PARTICIPANT, 1: the shared audio instead of the microphone */
    int32_t sample_rate;     /* 8000, 16000, 32000, 44100 or 48000 Hz; 0 means 48000 */
    int32_t channels;        /* 1 or 2; 0 means 2 */
    int32_t block_samples;   /* per channel, 1 ms to 1 s; 0 means 10 ms */
    ps_audio_callback on_audio; /* required */
    void *user;
} ps_audio_request;

#define PS_AUDIO_REQUEST_INIT PS_INIT(ps_audio_request)

/* Subscribes to audio. It is delivered at most 20 ms late, in blocks of exactly the requested length.
 * Fails with PS_NOT_FOUND, PS_INVALID_ARGUMENT, PS_NO_RESOURCES (the audio thread cannot be started). */
ps_result ps_session_subscribe_audio(
    ps_session *session, const ps_audio_request *request, ps_subscription **subscription);
ps_result ps_studio_subscribe_audio(
    ps_studio *studio, const ps_audio_request *request, ps_subscription **subscription);

/* [waits] Ends a subscription and waits for a running callback. No callback follows. */
ps_result ps_subscription_close(ps_subscription *subscription);

#ifdef __cplusplus
}
#endif

#endif
