// State of threads and of the process. It is in C because Swift has no variables per thread, and because a forked child
// must not touch Swift's lazily initialised values.
#include "psstudio_private.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static const struct {
    ps_result result;
    const char *name;
} names[] = {
    {PS_OK, "Success"},
    {PS_FAILED, "Failed"},
    {PS_UNINITIALISED, "Uninit"},
    {PS_SERVICE_FAILED, "ServiceFailed"},
    {PS_WRONG_USAGE, "WrongUsage"},
    {PS_INVALID_PARAMETER, "InvalidParameter"},
    {PS_NO_PERMISSION, "NoPermission"},
    {PS_TOO_FREQUENT_CALL, "TooFrequentCall"},
    {PS_UNSUPPORTED_FEATURE, "UnSupportedFeature"},
    {PS_NOT_IN_MEETING, "NotInMeeting"},
    {PS_NO_VIDEO_DEVICE, "NoVideoDeviceFound"},
    {PS_OUT_OF_MEMORY, "Malloc_Failed"},
    {PS_INVALID_ARGUMENT, "InvalidArgument"},
    {PS_NOT_FOUND, "NotFound"},
    {PS_OCCUPIED, "Occupied"},
    {PS_NO_RESOURCES, "NoResources"},
    {PS_NOT_AUTHENTICATED, "NotAuthenticated"},
    {PS_NOT_JOINED_AUDIO, "NotJoinAudio"},
    {PS_NEEDS_CONFIRMATION, "NeedUserConfirmRecordDisclaimer"},
    {PS_CANNOT_SUBSCRIBE_MYSELF, "ShareCannotSubscribeMyself"},
    {PS_NULL_POINTER, "NullPointer"},
    {PS_CLOSED_HANDLE, "ClosedHandle"},
    {PS_INSIDE_CALLBACK, "InsideCallback"},
    {PS_FORKED, "Forked"},
    {PS_WRONG_SIZE, "WrongSize"},
    {PS_INVALID_JSON, "InvalidJSON"},
    {PS_COMMAND_REJECTED, "CommandRejected"},
    {PS_WRONG_LAYOUT, "WrongLayout"},
    {PS_TIMED_OUT, "TimedOut"},
    {PS_USAGE, "Usage"},
    {PS_REFUSED, "Refused"},
    {PS_SOURCE_FAILED, "SourceFailed"},
    {PS_OUTPUT_FAILED, "OutputFailed"},
    {PS_ENDED, "Ended"},
    {PS_INTERNAL, "Internal"},
};

static const size_t nameCount = sizeof names / sizeof names[0];

const char *ps_result_name(ps_result result) {
    for (size_t i = 0; i < nameCount; i++) {
        if (names[i].result == result) return names[i].name;
    }
    return "Unknown";
}

ps_result psc_result_named(const char *name) {
    for (size_t i = 0; i < nameCount; i++) {
        if (strcmp(names[i].name, name) == 0) return names[i].result;
    }
    return PS_FAILED;
}

// Inner callbacks run inside calls.
static _Thread_local int callbackDepth, innerDepth;

// The longest messages name two paths. A failure in an inner callback does not replace that of the call around it.
typedef struct {
    ps_result result;
    char rule[32];
    char message[1024];
} failure;
static _Thread_local failure outer, inner;

static failure *latest(void) { return innerDepth > 0 ? &inner : &outer; }

static void copy(char *target, size_t size, const char *text) {
    size_t length = strnlen(text, size);
    if (length == size) {
        length = size - 1;
        // Not inside a character of several bytes.
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    }
    memcpy(target, text, length);
    target[length] = '\0';
}

ps_result psc_fail(ps_result result, const char *rule, const char *message) {
    failure *target = latest();
    target->result = result;
    copy(target->rule, sizeof target->rule, rule);
    copy(target->message, sizeof target->message, message);
    return result;
}

ps_result ps_last_result(void) { return latest()->result; }
const char *ps_last_message(void) { return latest()->message; }
const char *ps_last_rule(void) { return latest()->rule; }

static atomic_bool isForked;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void noteFork(void) { atomic_store_explicit(&isForked, 1, memory_order_relaxed); }

static void prepare(void) { pthread_atfork(NULL, NULL, noteFork); }

void psc_prepare(void) { pthread_once(&once, prepare); }

ps_result psc_check_call(void) {
    if (atomic_load_explicit(&isForked, memory_order_relaxed)) {
        return psc_fail(
            PS_FORKED, "C-CALL-004",
            "C-CALL-004 Forked: this process is a fork of one that used the library; "
            "call exec in the child, or use the library only there");
    }
    if (innerDepth > 0) {
        return psc_fail(
            PS_INSIDE_CALLBACK, "C-CALL-003",
            "C-CALL-003 InsideCallback: a function was called inside a log line or the end of a loan; "
            "return from the callback, then call it on a thread of the program");
    }
    return PS_OK;
}

void psc_enter_callback(void) { callbackDepth++; }
void psc_leave_callback(void) { callbackDepth--; }

void psc_enter_inner_callback(void) {
    callbackDepth++;
    innerDepth++;
}

void psc_leave_inner_callback(void) {
    innerDepth--;
    callbackDepth--;
}

int32_t ps_is_inside_callback(void) { return callbackDepth > 0; }
