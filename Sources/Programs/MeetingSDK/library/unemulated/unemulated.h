// What calls without emulation return.

#pragma once

#include "meeting/before_authentication.h"
#include "engine/lists.h"

namespace MEETINGSDK {

/// SDKERR_NO_IMPL, after the codes that each call has before InitSDK and before it is authenticated.
///
/// @param method the interface and the method, for the log; each is reported once
/// @param earlyAnswer the call's own code until an authentication has succeeded, with its rule
SDKError unemulated(const char* method, SDKError earlyAnswer = SDKERR_UNAUTHENTICATION, const char* rule = nullptr);

/// Overrides a method of an interface, without emulation. The parameters are in parentheses; the code until an
/// authentication and its rule may follow.
#define UNEMULATED(Result, Interface, method, parameters, ...) \
    Result method parameters override { \
        return static_cast<Result>(unemulated(#Interface "::" #method, ##__VA_ARGS__)); \
    }

/// A list without items.
template <class T>
IList<T>* emptyList() {
    static List<T>* list = new List<T>();
    return list;
}

/// A text without characters.
const zchar_t* emptyText();

}  // namespace MEETINGSDK
