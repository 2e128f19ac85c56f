// The types of tchar.h, for clients that are compiled with WIN32 on Linux.
//
// Part of psstudio, an emulator. On Windows, the system's own header is used.

#ifndef PSSTUDIO_MEETINGSDK_WIN32_WINDOWS_H
#define PSSTUDIO_MEETINGSDK_WIN32_WINDOWS_H

#include "tchar.h"

#endif
