// Characters and windows for clients that are compiled with WIN32 on Linux.
//
// Part of psstudio, an emulator. On Windows, the system's own header is used.

#ifndef PSSTUDIO_MEETINGSDK_WIN32_TCHAR_H
#define PSSTUDIO_MEETINGSDK_WIN32_TCHAR_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

typedef wchar_t TCHAR;
#define _T(text) L##text
#define TEXT(text) L##text
#define _tcslen wcslen
#define _tcscmp wcscmp
#define _tcscpy wcscpy

#if defined(__cplusplus)
// The forms with a size and for an array. A text that does not fit leaves an empty one, and a code.
inline int wcscpy_s(wchar_t* target, size_t size, const wchar_t* source) {
    if (!target || size == 0) return 22;  // EINVAL
    target[0] = 0;
    if (!source) return 22;
    if (wcslen(source) >= size) return 34;  // ERANGE
    wcscpy(target, source);
    return 0;
}

template <size_t size>
int wcscpy_s(wchar_t (&target)[size], const wchar_t* source) {
    return wcscpy_s(target, size, source);
}
#endif

typedef int BOOL;
typedef uint8_t BYTE;
typedef uint16_t WORD;
typedef uint32_t DWORD;
typedef uint32_t UINT;
typedef int32_t LONG;
typedef int64_t INT64;
typedef uint64_t UINT64;
typedef float FLOAT;
typedef uintptr_t WPARAM;
typedef intptr_t LPARAM;
typedef void* HANDLE;
typedef void* HINSTANCE;
typedef void* HWND;

typedef struct tagRECT {
    LONG left;
    LONG top;
    LONG right;
    LONG bottom;
} RECT;

typedef struct tagPOINT {
    LONG x;
    LONG y;
} POINT;

#endif
