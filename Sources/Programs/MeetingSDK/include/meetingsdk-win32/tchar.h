// Characters and windows for clients that are compiled with WIN32 on Linux.
//
// Part of psstudio, an emulator. On Windows, the system's own header is used.

#ifndef PSSTUDIO_MEETINGSDK_WIN32_TCHAR_H
#define PSSTUDIO_MEETINGSDK_WIN32_TCHAR_H

#include <stdint.h>
#include <wchar.h>

typedef wchar_t TCHAR;
#define _T(text) L##text
#define TEXT(text) L##text
#define _tcslen wcslen
#define _tcscmp wcscmp
#define _tcscpy wcscpy

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
