// The types of tchar.h, for clients that are compiled with WIN32 on Linux.
//
// Part of psstudio, an emulator. On Windows, the system's own header is used.

#ifndef PSSTUDIO_MEETINGSDK_WIN32_WINDOWS_H
#define PSSTUDIO_MEETINGSDK_WIN32_WINDOWS_H

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tchar.h"

// The message loop of a client without windows: it runs GLib's default main context, which delivers the events. The only
// message is the one that ends it. Link GLib.

typedef struct tagMSG {
    HWND hwnd;
    UINT message;
    WPARAM wParam;
    LPARAM lParam;
    DWORD time;
    POINT pt;
} MSG;

#define WM_QUIT 0x0012
#define PM_NOREMOVE 0x0000
#define PM_REMOVE 0x0001

// Another name, so that it differs in type from the one in GLib's headers.
extern "C" int psstudio_iterate_context(void* context, int mayBlock) __asm__("g_main_context_iteration");

struct psstudio_quit {
    // The code of PostQuitMessage; negative before it. For the thread of the loop.
    static long& code() {
        static long code = -1;
        return code;
    }
    // A code is taken once.
    static bool take(MSG* message) {
        *message = MSG();
        if (code() < 0) return false;
        message->message = WM_QUIT;
        message->wParam = static_cast<WPARAM>(code());
        code() = -1;
        return true;
    }
};

inline void PostQuitMessage(int code) { psstudio_quit::code() = code < 0 ? 0 : code; }

// 0 for the message that ends the loop.
inline BOOL GetMessage(MSG* message, HWND, UINT, UINT) {
    if (psstudio_quit::take(message)) return 0;
    psstudio_iterate_context(nullptr, 1);
    return 1;
}

// Whether there was something to do.
inline BOOL PeekMessage(MSG* message, HWND, UINT, UINT, UINT) {
    if (psstudio_quit::take(message)) return 1;
    return psstudio_iterate_context(nullptr, 0);
}

inline BOOL TranslateMessage(const MSG*) { return 0; }
inline LPARAM DispatchMessage(const MSG*) { return 0; }

// The name of the user who runs the program. `size` is that of the memory, then that of the name with its end.
inline BOOL GetUserNameA(char* name, DWORD* size) {
    const char* user = getenv("USER");
    if (!user || !*user) user = "user";
    const size_t length = strlen(user) + 1;
    const bool fits = name && size && *size >= length;
    if (fits) memcpy(name, user, length);
    if (size) *size = static_cast<DWORD>(length);
    return fits;
}

inline void Sleep(DWORD milliseconds) {
    const timespec duration = {milliseconds / 1000, static_cast<long>(milliseconds % 1000) * 1000000};
    nanosleep(&duration, nullptr);
}

#endif
