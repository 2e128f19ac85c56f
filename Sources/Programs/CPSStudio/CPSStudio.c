// State of threads and of the process. It is in C because Swift has no variables per thread, and because a forked child
// must not touch Swift's lazily initialised values.
#include "psstudio_private.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    {PS_INTERNAL_ERROR, "InternalError"},
    {PS_MODULE_LOAD_FAILED, "ModuleLoadFailed"},
    {PS_UNKNOWN, "UnKnown"},
    {PS_NULL_POINTER, "NullPointer"},
    {PS_CLOSED_HANDLE, "ClosedHandle"},
    {PS_INSIDE_CALLBACK, "InsideCallback"},
    {PS_FORKED, "Forked"},
    {PS_WRONG_SIZE, "WrongSize"},
    {PS_INVALID_JSON, "InvalidJSON"},
    {PS_COMMAND_REJECTED, "CommandRejected"},
    {PS_WRONG_LAYOUT, "WrongLayout"},
    {PS_INTERRUPTED, "Interrupted"},
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

// The folder of PSSTUDIO_TRACE, with a slash at its end; empty without one.
static char traceFolder[3072];

typedef struct {
    ps_result result;
    const char *rule, *message;
    atomic_bool isRecorded;
} emergency;

static emergency forked = {
    PS_FORKED, "C-CALL-004",
    "C-CALL-004 Forked: this process is a fork of one that used the library; "
    "call exec in the child, or use the library only there", 0};

static emergency interrupted = {
    PS_INTERRUPTED, "C-CALL-010",
    "C-CALL-010 Interrupted: a function was called in the handler of a signal that interrupted another one; "
    "set a flag in the handler, or let the main loop handle the signal (g_unix_signal_add), and call the function there", 0};

// Text for a file that is written where neither locks nor memory can be had.
typedef struct {
    char text[4096];
    size_t length;
} line;

static void addText(line *to, const char *text) {
    for (; *text != '\0' && to->length + 1 < sizeof to->text; text++) to->text[to->length++] = *text;
    to->text[to->length] = '\0';
}

static void addNumber(line *to, unsigned long number) {
    char digits[24];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    addText(to, digits + first);
}

// A fault is to be judged although its process cannot write an ordinary trace: it gets a trace of its own. Everything that is
// called here is async-signal-safe.
static void recordTrace(const emergency *fault) {
    int file = -1;
    for (unsigned long number = 1; file < 0 && number <= 1000; number++) {
        line path = {.length = 0};
        addText(&path, traceFolder);
        addText(&path, "session-");
        addNumber(&path, (unsigned long)getpid());
        addText(&path, "-");
        addNumber(&path, number);
        addText(&path, ".jsonl");
        file = open(path.text, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (file < 0) return;
    line trace = {.length = 0};
    addText(&trace, "{\"clock\":\"system\",\"interface\":\"c\",\"psstudioTrace\":1,\"session\":\"");
    addNumber(&trace, (unsigned long)getpid());
    addText(&trace, "\",\"writer\":\"psstudio\"}\n{\"code\":\"");
    addText(&trace, ps_result_name(fault->result));
    addText(&trace, "\",\"event\":\"violation\",\"isRefusal\":true,\"message\":\"");
    const char *message = strstr(fault->message, ": ");
    addText(&trace, message ? message + 2 : fault->message);
    addText(&trace, "\",\"rule\":\"");
    addText(&trace, fault->rule);
    addText(&trace, "\",\"time\":0}\n{\"event\":\"end\",\"lost\":0,\"time\":0,\"unhashed\":0}\n");
    size_t written = 0;
    while (written < trace.length) {
        const ssize_t count = write(file, trace.text + written, trace.length - written);
        if (count <= 0) break;
        written += (size_t)count;
    }
    close(file);
}

static ps_result reject(emergency *fault) {
    if (!atomic_exchange_explicit(&fault->isRecorded, 1, memory_order_relaxed) && traceFolder[0] != '\0') {
        recordTrace(fault);
    }
    return psc_fail(fault->result, fault->rule, fault->message);
}

static atomic_bool isForked;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void noteFork(void) { atomic_store_explicit(&isForked, 1, memory_order_relaxed); }

static void prepare(void) {
    const char *trace = getenv("PSSTUDIO_TRACE");
    const size_t length = trace ? strlen(trace) : 0;
    if (length > 0 && length < sizeof traceFolder && trace[length - 1] == '/') {
        copy(traceFolder, sizeof traceFolder, trace);
    }
    pthread_atfork(NULL, NULL, noteFork);
}

void psc_prepare(void) { pthread_once(&once, prepare); }

// The lowest bit: a function of the library runs on this thread, outside of callbacks of the host. A callback shifts it, so
// that the bits above are those of the calls around the callback. A handler of a signal reads it.
static _Thread_local volatile uint64_t calls;

int32_t psc_is_inside_call(void) { return calls & 1; }
void psc_enter_call(void) { calls |= 1; }
void psc_leave_call(void) { calls &= ~(uint64_t)1; }

ps_result psc_check_call(void) {
    if (atomic_load_explicit(&isForked, memory_order_relaxed)) return reject(&forked);
    if (innerDepth > 0) {
        return psc_fail(
            PS_INSIDE_CALLBACK, "C-CALL-003",
            "C-CALL-003 InsideCallback: a function was called inside a log line or the end of a loan; "
            "return from the callback, then call it on a thread of the program");
    }
    // No function of the library calls another one: this is a handler of a signal, and the call that it has interrupted may
    // hold any lock.
    if (psc_is_inside_call()) return reject(&interrupted);
    return PS_OK;
}

void psc_enter_callback(void) {
    calls <<= 1;
    callbackDepth++;
}

void psc_leave_callback(void) {
    callbackDepth--;
    calls >>= 1;
}

void psc_enter_inner_callback(void) {
    psc_enter_callback();
    innerDepth++;
}

void psc_leave_inner_callback(void) {
    innerDepth--;
    psc_leave_callback();
}

int32_t ps_is_inside_callback(void) { return callbackDepth > 0; }
