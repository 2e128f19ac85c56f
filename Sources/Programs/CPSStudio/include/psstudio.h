/*
 * psstudio in C: an emulated Production Studio with sessions, senders, outputs and receivers.
 *
 *     cc app.c $(pkg-config --cflags --libs psstudio)
 *
 * Results. Functions return a ps_result. Each result other than PS_OK leaves a message for the calling thread; see
 * ps_last_message(). A function that returns something else documents how it reports a failure. Output parameters are written
 * only on PS_OK, except handles and texts, which are set to NULL by a failure.
 *
 * Handles. ps_session, ps_studio, ps_client, ps_sender, ps_frame and so on are numbers in a table, not addresses. A closed
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
 * Signals. In the handler of a signal that interrupted a function of the library on this thread, all functions are rejected
 * with PS_INTERRUPTED: they would wait for ever. Set a flag there, or handle the signal in the main loop.
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

/* The version of psstudio that this header belongs to. */
#define PS_VERSION "0.2.0"

/* The version of the loaded library, in the form of PS_VERSION. Static text. */
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
    PS_NOT_AUTHENTICATED = 16,      /* the client has not authenticated */
    PS_NOT_JOINED_AUDIO = 17,       /* the local user's audio is not connected */
    PS_NEEDS_CONFIRMATION = 18,     /* a reminder about recording is not answered yet */
    PS_CANNOT_SUBSCRIBE_MYSELF = 19, /* the share of the local user cannot be received */
    PS_INTERNAL_ERROR = 20,         /* of the emulated interface; PS_INTERNAL is psstudio's */
    PS_MODULE_LOAD_FAILED = 21,
    PS_UNKNOWN = 22,

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
    PS_INTERRUPTED = 109,     /* the call was made in the handler of a signal that interrupted another one */

    /* The end of a session, and of a wait. */
    PS_TIMED_OUT = 120,           /* the time has elapsed; the call may be repeated */
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
 * Fails with PS_NOT_FOUND, PS_INVALID_PARAMETER (an unknown point), PS_INVALID_ARGUMENT, PS_NO_RESOURCES (the audio thread
 * cannot be started). */
ps_result ps_session_subscribe_audio(
    ps_session *session, const ps_audio_request *request, ps_subscription **subscription);
ps_result ps_studio_subscribe_audio(
    ps_studio *studio, const ps_audio_request *request, ps_subscription **subscription);

/* [waits] Ends a subscription and waits for a running callback. No callback follows. */
ps_result ps_subscription_close(ps_subscription *subscription);

/* ---------------------------------------------------------------------------------------------------------------------
 * Meeting client: init, authentication, joining, participants, and raw data in both directions
 *
 * A ps_client is one user's way through an emulated meeting SDK: it initialises, authenticates, joins, acts and leaves, as
 * often as it likes. Its rules are those of Production Studio (PS-...) and of the client (ZM-...); `psstudio rules` lists
 * both. The environment PSSTUDIO_*, scenarios, traces and `psstudio exec` work as for a ps_studio.
 *
 * Order. Events are delivered one at a time, in order, never inside the call that causes them. A query inside an event's
 * callback agrees with the event, even if the meeting has changed meanwhile. Frames and audio do not wait for events.
 *
 * Event loops. With the option on_pending, events are not delivered on a thread of the library but inside
 * ps_client_dispatch(), on the thread that calls it, for example in the main loop of GLib. While nobody calls it, no event
 * is delivered; after two seconds this is reported once, with the rule ZM-CALL-001.
 *
 * Codes. Every call checks in this order: PS_UNINITIALISED, PS_NOT_AUTHENTICATED, PS_NOT_IN_MEETING, permission
 * (PS_NO_PERMISSION, PS_NOT_JOINED_AUDIO), state (PS_WRONG_USAGE), arguments (PS_INVALID_PARAMETER). A rejected call causes
 * no event, and is a violation.
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct ps_client ps_client;
typedef struct ps_renderer ps_renderer;
typedef struct ps_raw_data ps_raw_data;

/* Results of an authentication. */
enum {
    PS_AUTH_SUCCESS = 0,
    PS_AUTH_KEY_WRONG = 1,
    PS_AUTH_ACCOUNT_UNSUPPORTED = 2,
    PS_AUTH_ACCOUNT_NOT_ENABLED = 3,
    PS_AUTH_TIMEOUT = 4,
    PS_AUTH_NETWORK_FAILED = 5,
    PS_AUTH_CLIENT_INCOMPATIBLE = 6,
    PS_AUTH_TOKEN_WRONG = 7,
    PS_AUTH_KEY_EMPTY = 8,
    PS_AUTH_LIMIT_REACHED = 9,
    PS_AUTH_UNKNOWN = 100
};

/* The status of the meeting. Those from PS_STATUS_AUDIO_READY on, except PS_STATUS_IN_WAITING_ROOM and
 * PS_STATUS_OTHER_MEETING, are events: the status itself stays as it is. */
enum {
    PS_STATUS_IDLE = 0,
    PS_STATUS_CONNECTING = 1,
    PS_STATUS_WAITING_FOR_HOST = 2,
    PS_STATUS_IN_MEETING = 3,
    PS_STATUS_DISCONNECTING = 4,
    PS_STATUS_RECONNECTING = 5,
    PS_STATUS_FAILED = 6,
    PS_STATUS_ENDED = 7,
    PS_STATUS_AUDIO_READY = 8,
    PS_STATUS_OTHER_MEETING = 9,
    PS_STATUS_IN_WAITING_ROOM = 10,
    PS_STATUS_WEBINAR_PROMOTED = 11,
    PS_STATUS_WEBINAR_DEMOTED = 12,
    PS_STATUS_JOINED_BREAKOUT_ROOM = 13,
    PS_STATUS_LEFT_BREAKOUT_ROOM = 14
};

/* Roles of participants. */
enum {
    PS_ROLE_NONE = 0,
    PS_ROLE_HOST = 1,
    PS_ROLE_COHOST = 2,
    PS_ROLE_ATTENDEE = 3,
    PS_ROLE_PANELIST = 4,
    PS_ROLE_BREAKOUT_ROOM_MODERATOR = 5
};

/* What an event reports. The comment names the fields of ps_client_event that it sets. */
enum {
    /* Entry and meeting. */
    PS_EVENT_AUTHENTICATED = 1,    /* number: PS_AUTH_... */
    PS_EVENT_IDENTITY_EXPIRED = 2,
    PS_EVENT_ARRIVING = 3,         /* before PS_STATUS_IN_MEETING. number: 1 meeting, 2 webinar; id: the meeting number;
                                      text: the topic; name: the host */
    PS_EVENT_STATUS = 4,           /* number: PS_STATUS_...; reason: with PS_STATUS_FAILED the vendor's number of the
                                      failure, with PS_STATUS_ENDED the vendor's number of the reason, else 0. What
                                      ends with the meeting (recording, camera, renderers) is reported after it */

    /* Participants. On arrival, each one that is present is reported as joined, the local user first. */
    PS_EVENT_USER_JOINED = 10,     /* user_id, name */
    PS_EVENT_USER_LEFT = 11,       /* user_id, name */
    PS_EVENT_ROLE_CHANGED = 12,    /* user_id; number: PS_ROLE_... */
    PS_EVENT_HOST_CHANGED = 13,    /* user_id; 0 for no host */
    PS_EVENT_COHOST_CHANGED = 14,  /* user_id; number: 1 became co-host, 0 lost the role */
    PS_EVENT_VIDEO_CHANGED = 15,   /* user_id; number: 1 on, 0 off */
    PS_EVENT_AUDIO_CHANGED = 16,   /* user_id; number: 1 unmuted, 0 muted; reason: 1 connected, 0 not */
    PS_EVENT_SHARE_CHANGED = 17,   /* user_id; number: 1 begins to share, 0 ended; the local user, too */
    PS_EVENT_STUDIO_USER = 18,     /* user_id; number: 1 a studio user began to publish, 0 stopped */

    /* Production Studio of the local user. */
    PS_EVENT_STUDIO_RESULT = 20,   /* number: 1 accepted, 0 rejected; sending is not allowed yet */
    PS_EVENT_STUDIO_SENDING = 21,  /* sender; NULL: the start failed. After PS_EVENT_STUDIO_STOPPED its calls fail with
                                      PS_WRONG_USAGE, until the next sender, or ps_client_close(), closes it */
    PS_EVENT_STUDIO_STOPPED = 22,

    /* Recording, reminders, chat. */
    PS_EVENT_RECORDING_PERMISSION = 30, /* number: 1 raw recording is permitted, 0 not any more */
    PS_EVENT_RECORDING_RESPONSE = 31,   /* the answer to a request. number: PS_RECORDING_... */
    PS_EVENT_RECORDING_STATUS = 32,     /* raw recording of the local user. number: 1 started, 0 ended */
    PS_EVENT_REMINDER = 33,        /* id: for PS_ACTION_ACCEPT_REMINDER...; number: PS_REMINDER_...; name: the title;
                                      text: the content */
    PS_EVENT_CHAT = 34,            /* user_id: the sender; other_id: the receiver, 0 for all; name: the sender's; text;
                                      key: the message's unique ID; id: seconds since 1970; own messages, too */
    PS_EVENT_SHARE_LOCK = 35,      /* number: 1 the host has locked sharing: only hosts and co-hosts share; 0 unlocked */

    /* The virtual camera, microphone and share of the client, while they are set. */
    PS_EVENT_CAMERA_READY = 40,    /* after ps_client_set_camera() and in each new meeting; see
                                      ps_client_get_camera_formats() */
    PS_EVENT_CAMERA_STARTED = 41,  /* frames are accepted from now on */
    PS_EVENT_CAMERA_STOPPED = 42,  /* no frame is accepted any more */
    PS_EVENT_CAMERA_OVER = 43,     /* the meeting is over, the local user is in the waiting room, or the camera was
                                      removed or replaced */
    PS_EVENT_MICROPHONE_READY = 44,
    PS_EVENT_MICROPHONE_STARTED = 45,
    PS_EVENT_MICROPHONE_STOPPED = 46,
    PS_EVENT_MICROPHONE_OVER = 47,
    PS_EVENT_SHARE_STARTED = 48,   /* frames are accepted; audio, too, if it was requested */
    PS_EVENT_SHARE_STOPPED = 49
};

enum {
    PS_RECORDING_GRANTED = 0,
    PS_RECORDING_DENIED = 1,
    PS_RECORDING_TIMED_OUT = 2
};

enum {
    PS_REMINDER_RECORDING = 1,     /* the meeting is recorded; raw recording waits until it is accepted */
    PS_REMINDER_OTHER = 2
};

/* An event. Texts are valid inside the callback; missing ones are "", missing numbers 0. */
typedef struct ps_client_event {
    size_t size;
    int32_t kind;            /* PS_EVENT_... */
    int32_t number;
    int32_t reason;
    uint32_t user_id;
    uint32_t other_id;
    int64_t id;
    const char *name;
    const char *text;
    const char *key;
    ps_sender *sender;
} ps_client_event;

typedef void (*ps_client_callback)(void *user, const ps_client_event *event);

/* There are events to dispatch: call ps_client_dispatch() soon. Called on a thread of the library; it may come without need,
 * and once for several events. Call no function of the library in it except ps_client_dispatch(). */
typedef void (*ps_pending_callback)(void *user);

/* Options of a client. NULL members and the environment work as in ps_session_options. */
typedef struct ps_client_options {
    size_t size;             /* sizeof(ps_client_options) */
    ps_client_callback on_event; /* required */
    ps_pending_callback on_pending; /* NULL: events come on a thread of the library */
    void *user;              /* passed to both */
    const char *role;        /* the role of a user who joins; NULL: PSSTUDIO_ROLE, the scenario's, or attendee */
    const char *scenario;
    const char *outputs;     /* what Production Studio sends, from PS_EVENT_STUDIO_SENDING to PS_EVENT_STUDIO_STOPPED */
    const char *trace;
    uint64_t seed;
    int32_t has_seed;
    int32_t is_strict;
    int32_t overwrites;
    int32_t is_manual;       /* 1: a clock that only ps_client_turn() advances; same calls, same events */
    int32_t is_immediate;    /* 1: responses that the scenario does not set come without the latency of a real service */
} ps_client_options;

#define PS_CLIENT_OPTIONS_INIT PS_INIT(ps_client_options)

/* Creates a client. A process may have several; each is a user in a meeting of its own. Outputs and traces of a client that
 * is not closed are finished at the end of the process. Fails as ps_studio_create() does. */
ps_result ps_client_create(const ps_client_options *options, ps_client **client);

/* Delivers pending events on this thread, at most `most` of them (0: those that are pending now), of a client with on_pending.
 * `left`, if it is not NULL, receives 1 if more are pending. Fails with PS_WRONG_USAGE without on_pending. Inside a callback
 * of an event, or while another thread dispatches, it delivers nothing. */
ps_result ps_client_dispatch(ps_client *client, int32_t most, int32_t *left);

/* Init, authentication, un-init. An authentication is answered by PS_EVENT_AUTHENTICATED; any token that is not empty is
 * accepted, unless the scenario says otherwise. An empty one fails with PS_INVALID_PARAMETER. Un-init ends the meeting at once
 * and without events, and renderers, studio and sources with it; init may follow. Inside a callback it succeeds, and is
 * a violation (ZM-ENTRY-006). Calls before init fail with PS_UNINITIALISED. */
ps_result ps_client_initialise(ps_client *client);
ps_result ps_client_authenticate(ps_client *client, const char *token);
ps_result ps_client_uninitialise(ps_client *client);

enum {
    PS_JOIN = 0,
    PS_START_WITH_ACCESS_KEY = 1, /* as the host; the meeting number may be 0 */
    PS_START_AS_LOGGED_IN_USER = 2 /* fails with PS_NO_PERMISSION: a login is not emulated */
};

/* How to join or start. Texts may be NULL. Contents of tokens and the passcode are not checked; scenarios inject failures. */
typedef struct ps_join_options {
    size_t size;             /* sizeof(ps_join_options) */
    int32_t kind;            /* PS_JOIN, ... */
    uint64_t meeting_number;
    const char *vanity_id;   /* instead of the number */
    const char *name;        /* the display name */
    const char *passcode;
    const char *access_key;  /* ZAK */
    const char *on_behalf_token;
    const char *app_privilege_token; /* permits raw recording from the start */
    const char *customer_key;
    int32_t is_video_off;    /* 1: the camera stays off; else a virtual camera is on from the arrival */
    int32_t joins_audio;     /* 1: audio is connected on arrival; else by PS_ACTION_CONNECT_AUDIO */
    int32_t is_muted;        /* 1: audio is connected muted */
    int32_t sample_rate;     /* of received audio: 32000 or 48000; 0 means 32000 */
    int32_t channels;        /* of received audio: 1 or 2; 0 means 1 */
    int32_t includes_own_voice; /* 1: the mixed audio includes the local user */
    int32_t is_full_range;   /* 1: received frames have the range 0 to 255, else 16 to 235 */
} ps_join_options;

#define PS_JOIN_OPTIONS_INIT PS_INIT(ps_join_options)

/* Joins or starts a meeting; PS_EVENT_STATUS reports the progress. Fails with PS_UNINITIALISED, PS_NOT_AUTHENTICATED,
 * PS_NO_PERMISSION (a login is needed), PS_WRONG_USAGE (another meeting is active), PS_INVALID_PARAMETER. */
ps_result ps_client_join(ps_client *client, const ps_join_options *options);

/* Actions. Each may be checked without effect, see ps_client_check(). */
enum {
    /* Outside a meeting, leaving does nothing. value of leaving: 1: the client follows no status any more, so that un-init may
     * follow at once. Ending needs the host role; without it the client only leaves, and the call fails with
     * PS_NO_PERMISSION. */
    PS_ACTION_LEAVE = 1,
    PS_ACTION_END = 2,

    /* Roles. value: the user. */
    PS_ACTION_MAKE_HOST = 10,
    PS_ACTION_ASSIGN_COHOST = 11,
    PS_ACTION_REVOKE_COHOST = 12,
    PS_ACTION_RECLAIM_HOST = 13,
    PS_ACTION_EXPEL = 14,

    /* Audio and video of the local user. Connecting twice, muting a muted user and so on succeed without an event. */
    PS_ACTION_CONNECT_AUDIO = 20,
    PS_ACTION_DISCONNECT_AUDIO = 21,
    PS_ACTION_MUTE_AUDIO = 22,     /* value: the user, 0 for the local one; others need a host or co-host */
    PS_ACTION_UNMUTE_AUDIO = 23,   /* value: the local user, or 0. PS_NOT_JOINED_AUDIO */
    PS_ACTION_STOP_VIDEO = 24,
    PS_ACTION_START_VIDEO = 25,    /* PS_NO_VIDEO_DEVICE without a virtual camera */
    PS_ACTION_MUTE_ALL = 26,       /* all others; PS_NO_PERMISSION: needs a host or co-host */

    /* Raw recording, which receiving raw data needs. Hosts and co-hosts may always start it; others with an app privilege
     * token, or after the host has permitted it. It ends in the waiting room, and with a move to a breakout room or back, which
     * ends the host's permission, too. */
    PS_ACTION_REQUEST_RECORDING = 30, /* in this order: PS_UNSUPPORTED_FEATURE: the host's client cannot be asked;
                                         PS_WRONG_USAGE: permitted already; PS_TOO_FREQUENT_CALL: a request is pending */
    PS_ACTION_START_RECORDING = 31,   /* PS_NO_PERMISSION, PS_NEEDS_CONFIRMATION; started already: no effect */
    PS_ACTION_STOP_RECORDING = 32,    /* PS_WRONG_USAGE: not started. Again within a second: PS_TOO_FREQUENT_CALL. Renderers
                                         and audio get nothing any more */

    /* Reminders. value: the id of the event. PS_WRONG_USAGE: answered already. Declining one about recording leaves the
     * meeting. */
    PS_ACTION_ACCEPT_REMINDER = 40,
    PS_ACTION_DECLINE_REMINDER = 41,
    PS_ACTION_IGNORE_REMINDER = 42,

    /* Production Studio. Codes and order of the checks as in ps_studio_start(). */
    PS_ACTION_STOP_STUDIO = 50,

    /* Sharing. value: 1 with audio. PS_WRONG_USAGE: another participant shares; not shared. A second start replaces the source:
     * PS_EVENT_SHARE_STARTED follows again. */
    PS_ACTION_START_SHARE = 60,
    PS_ACTION_STOP_SHARE = 61,

    /* Returns from a breakout room to the meeting. PS_WRONG_USAGE: not in one. */
    PS_ACTION_LEAVE_BREAKOUT_ROOM = 70
};

/* Performs an action. `value` is described with each of them, else 0. */
ps_result ps_client_act(ps_client *client, int32_t action, int64_t value);

/* The result that the action would have now; nothing is done, and a failure is no violation. The roles that PS_ACTION_END to
 * PS_ACTION_EXPEL need, and the state of Production Studio, are checked by the action only. */
ps_result ps_client_check(ps_client *client, int32_t action, int64_t value);

/* Queries. */
enum {
    PS_QUERY_STATUS = 1,           /* PS_STATUS_... as delivered so far; PS_STATUS_IDLE without a meeting */
    PS_QUERY_IS_INITIALISED = 2,
    PS_QUERY_IS_AUTHENTICATED = 3,
    PS_QUERY_MEETING_NUMBER = 4,   /* of the join call */
    PS_QUERY_MEETING_KIND = 5,     /* 1 meeting, 2 webinar; 0 outside a meeting */
    PS_QUERY_LOCAL_USER = 6,       /* the ID; 0 outside */
    PS_QUERY_IS_AUDIO_CONNECTED = 7,
    PS_QUERY_IS_AUDIO_MUTED = 8,
    PS_QUERY_IS_RECORDING = 9,     /* raw recording was started */
    PS_QUERY_MAY_RECORD = 10,
    PS_QUERY_IS_IN_BREAKOUT_ROOM = 11,
    PS_QUERY_IS_SHARING = 12,
    PS_QUERY_IS_STUDIO_SUPPORTED = 13,
    PS_QUERY_CAN_START_STUDIO = 14,
    PS_QUERY_IS_STUDIO_STARTED = 15,
    PS_QUERY_STUDIO_USER = 16,     /* the ID of the studio user in the meeting; 0 for none */
    PS_QUERY_ENTRY_RESULT = 17,    /* PS_AUTH_... of the last authentication; -1 before */
    PS_QUERY_IS_SHARE_LOCKED = 18, /* only hosts and co-hosts share */
    PS_QUERY_CAN_SHARE = 19        /* PS_ACTION_START_SHARE would begin a share, and others would see it */
};

/* The answer to a query; 0 also for a wrong call, which ps_last_result() reports. Before init and outside a meeting: 0. */
int64_t ps_client_query(ps_client *client, int32_t query);

/* A participant as the client knows it. */
typedef struct ps_participant {
    size_t size;
    uint32_t user_id;
    int32_t role;            /* PS_ROLE_... */
    int32_t is_myself;
    int32_t is_video_on;
    int32_t is_audio_connected;
    int32_t is_audio_muted;
    int32_t is_talking;
    int32_t is_sharing;
    int32_t is_studio;       /* a studio user, whose parent is studio_parent */
    uint32_t studio_parent;
    int32_t may_record;      /* hosts and co-hosts, and whom the host permitted it */
    char name[256];          /* truncated between two characters */
    char customer_key[64];   /* of the local user */
} ps_participant;

/* The participants in order of arrival, as events have reported them; from PS_STATUS_IN_MEETING on also those who are
 * present and are reported next. The local user is the first in the meeting.
 *
 *   list      receives at most `capacity` of them; NULL with 0
 *   count     receives how many there are */
ps_result ps_client_get_participants(ps_client *client, ps_participant *list, size_t capacity, size_t *count);

/* One participant; 0 is the local user. Fails with PS_NOT_FOUND, which is no violation. */
ps_result ps_client_get_participant(ps_client *client, uint32_t user_id, ps_participant *participant);

/* Starts Production Studio, as ps_studio_start() does; PS_EVENT_STUDIO_RESULT follows. */
ps_result ps_client_start_studio(ps_client *client, int32_t width, int32_t height, int32_t format);

/* Sends a chat message; `receiver` 0 is everyone. PS_EVENT_CHAT follows. Fails with PS_NOT_IN_MEETING, PS_INVALID_PARAMETER
 * (no text, an absent receiver), PS_TOO_FREQUENT_CALL (more than 20 within a second). */
ps_result ps_client_send_chat(ps_client *client, uint32_t receiver, const char *text);

/* --- Receiving raw data --- */

/* Receives a frame on a thread of the library, one at a time for each renderer: I420 without padding, so that planes.data[0]
 * is one piece of width * height * 3 / 2 bytes. It may be changed. It is valid inside the callback, and as long as `data` is
 * referenced. */
typedef void (*ps_raw_frame_callback)(void *user, const ps_received_frame *frame, ps_raw_data *data);

/* Receives a block of audio of 10 ms on the audio thread. `data` as for frames. user_id is 0 for the mix. */
typedef void (*ps_raw_audio_callback)(void *user, const ps_received_audio *block, ps_raw_data *data);

/* References to a frame or block outside its callback. Only memory of the heap can be referenced, see
 * ps_client_set_memory(). ps_raw_data_add_ref() returns 1, or 0 if it cannot be referenced, or its callback is over.
 * ps_raw_data_release() returns how many references remain; one too many is a violation, and returns -1. A reference that
 * exists when the client leaves is reported. At most 32 frames of a renderer and 512 blocks are referenced; new ones are then
 * dropped. */
int32_t ps_raw_data_can_add_ref(ps_raw_data *data);
int32_t ps_raw_data_add_ref(ps_raw_data *data);
int32_t ps_raw_data_release(ps_raw_data *data);

enum {
    PS_MEMORY_STACK = 0,     /* the default: cannot be referenced */
    PS_MEMORY_HEAP = 1
};

/* The memory of received video, shared video and audio, for what is delivered from now on. */
ps_result ps_client_set_memory(ps_client *client, int32_t video, int32_t share, int32_t audio);

/* Callbacks of a renderer. */
typedef struct ps_renderer_callbacks {
    size_t size;             /* sizeof(ps_renderer_callbacks) */
    void *user;
    ps_raw_frame_callback on_frame; /* required */
    /* 1: the subscribed user publishes; 0: stopped. Before the first frame, on the thread of the frames. NULL for none. */
    void (*on_status)(void *user, int32_t is_on);
    /* The meeting is over, and no callback follows: after this one, the renderer is only destroyed. With the events. NULL for
     * none. */
    void (*on_destroyed)(void *user);
} ps_renderer_callbacks;

#define PS_RENDERER_CALLBACKS_INIT PS_INIT(ps_renderer_callbacks)

/* Creates a renderer. Fails with PS_NOT_IN_MEETING, PS_NO_PERMISSION (raw recording was not started). */
ps_result ps_renderer_create(ps_client *client, const ps_renderer_callbacks *callbacks, ps_renderer **renderer);

/* The height to which frames are scaled: 90, 180, 360, 720 or 1080, also while subscribed. 90 at first. A shared screen is
 * never scaled. After on_destroyed it succeeds without effect, and is a violation (ZM-VIEW-006). */
ps_result ps_renderer_set_height(ps_renderer *renderer, int32_t height);

/* Subscribes to a participant's camera or, with is_share, shared screen, instead of an earlier one. Fails with
 * PS_NOT_IN_MEETING, PS_NO_PERMISSION (raw recording was not started, or the permission was revoked),
 * PS_CANNOT_SUBSCRIBE_MYSELF, PS_INVALID_PARAMETER (no such user). */
ps_result ps_renderer_subscribe(ps_renderer *renderer, uint32_t user_id, int32_t is_share);

/* Unsubscribes. Fails with PS_WRONG_USAGE (not subscribed), which is not a violation. After the meeting it succeeds, because
 * there is nothing left; after on_destroyed that is a violation (ZM-VIEW-006). A running callback is waited for, except inside
 * it: then none follows. */
ps_result ps_renderer_unsubscribe(ps_renderer *renderer);

/* Closes a renderer, also inside its callbacks; waits as ps_renderer_unsubscribe() does. */
ps_result ps_renderer_destroy(ps_renderer *renderer);

/* Callbacks of received audio, on the audio thread. Members may be NULL. */
typedef struct ps_raw_audio_callbacks {
    size_t size;             /* sizeof(ps_raw_audio_callbacks) */
    void *user;
    ps_raw_audio_callback on_mixed;   /* the mix of all, in the format of the join options */
    ps_raw_audio_callback on_one_way; /* one participant, while there is sound and 300 ms longer */
    ps_raw_audio_callback on_share;   /* shared audio of a participant */
} ps_raw_audio_callbacks;

#define PS_RAW_AUDIO_CALLBACKS_INIT PS_INIT(ps_raw_audio_callbacks)

/* Subscribes to audio. Fails with PS_NOT_IN_MEETING, PS_NO_PERMISSION (raw recording was not started), PS_NOT_JOINED_AUDIO,
 * PS_WRONG_USAGE (subscribed with other callbacks, which stay: ZM-QUALITY-003), PS_NO_RESOURCES. Again with the same callbacks
 * and user, it succeeds and changes nothing. */
ps_result ps_client_subscribe_audio(ps_client *client, const ps_raw_audio_callbacks *callbacks);

/* Unsubscribes; waits as ps_renderer_unsubscribe() does. Fails with PS_WRONG_USAGE (not subscribed), which is not a violation;
 * after the meeting it succeeds. */
ps_result ps_client_unsubscribe_audio(ps_client *client);

/* --- Sending as a participant: virtual camera, microphone and share --- */

/* A format of the camera. */
typedef struct ps_camera_format {
    int32_t width;
    int32_t height;
    int32_t frame_rate;
} ps_camera_format;

/* Sets (1) or removes (0) a virtual camera, also before joining. In a meeting PS_EVENT_CAMERA_READY follows, or
 * PS_EVENT_CAMERA_OVER. Setting it again replaces it: over, then ready. The same for the virtual microphone. */
ps_result ps_client_set_camera(ps_client *client, int32_t is_set);
ps_result ps_client_set_microphone(ps_client *client, int32_t is_set);

/* The formats that the meeting accepts, best first; `suggested` receives the index of the one to use. */
ps_result ps_client_get_camera_formats(
    ps_client *client, ps_camera_format *list, size_t capacity, size_t *count, size_t *suggested);

/* Sends a frame as the camera or the share: I420 without padding, `length` bytes. Calls of one kind must not overlap. The
 * memory may be used again on return. Fails with PS_WRONG_USAGE (before PS_EVENT_..._STARTED, after ..._STOPPED),
 * PS_INVALID_PARAMETER (an odd or empty size, a length that does not fit, an unknown format, a rotation other than 0, 90, 180,
 * 270). */
ps_result ps_client_send_camera(
    ps_client *client, const void *data, size_t length, int32_t width, int32_t height, int32_t rotation, int32_t format);
ps_result ps_client_send_share(
    ps_client *client, const void *data, size_t length, int32_t width, int32_t height, int32_t format);

/* Sends signed 16-bit samples as the microphone, or as the audio of the share. Mono: 8000, 11025, 16000, 32000, 44100, 48000,
 * 50000, 50400, 96000, 192000 or 2822400 Hz; stereo: the same without 11025 and 2822400. The audio of a share has neither
 * 2822400 Hz, nor 192000 Hz in stereo. At most a minute ahead of time: it is
 * played in real time, and what is queued is discarded by ..._STOPPED, muting and leaving. Fails with
 * PS_WRONG_USAGE (not started), PS_INVALID_PARAMETER, PS_TOO_FREQUENT_CALL. */
ps_result ps_client_send_microphone(
    ps_client *client, const void *data, size_t length, int32_t sample_rate, int32_t channels);
ps_result ps_client_send_share_audio(
    ps_client *client, const void *data, size_t length, int32_t sample_rate, int32_t channels);

/* --- For other interfaces on this one --- */

/* Records that the client broke a rule which the caller decides itself, as an interface does that is built on this one. The
 * message tells what was wrong, the hint what to do. Returns the code of the rule, which ps_last_message() explains, or PS_OK
 * for a rule without a code. Fails with PS_NOT_FOUND, which is no violation, for an identifier that
 * `psstudio rules --interface zoom-meeting-sdk-client` does not list. */
ps_result ps_client_reject(ps_client *client, const char *rule, const char *message, const char *hint);

/* --- For bindings --- */

/* Records a fault of the program that a binding has found and logged: it is among the violations of the client, in the trace,
 * and in the verdict of psstudio exec. `rule` is that of a client or of this interface, for example "ZM-CALL-003". Fails with
 * PS_INVALID_PARAMETER for another one. */
ps_result ps_client_report(ps_client *client, const char *rule, const char *message);

/* --- For tests --- */

/* Performs a command as ps_studio_perform() does: participants, their media, roles, {"setRecordingResponse":...},
 * {"permitRecording":...}, {"setAudioConnection":...}, {"remind":...}, {"sendChat":...} and so on. */
ps_result ps_client_perform(ps_client *client, const char *command, char **reply);

/* The violated rules as a JSON array, as ps_studio_copy_violations() does, also those outside meetings. Free it. */
ps_result ps_client_copy_violations(ps_client *client, char **json);

/* What Production Studio has sent in the current meeting. */
ps_result ps_client_get_statistics(ps_client *client, ps_statistics *statistics);

/* [waits] Advances a manual clock and waits until all callbacks have returned. With on_pending, another thread must dispatch
 * meanwhile; on the thread that dispatches, call it on a thread of its own. Fails with PS_WRONG_USAGE without a manual clock,
 * PS_TIMED_OUT when a callback does not return within ten seconds. */
ps_result ps_client_turn(ps_client *client, double seconds);

/* [waits] Leaves without events, ends everything and finishes outputs and traces. No callback follows. A meeting that is not left
 * yet is not a violation. */
ps_result ps_client_close(ps_client *client);

#ifdef __cplusplus
}
#endif

#endif
