// What the interface answers until an authentication has succeeded. The vendor's library 6.7.5 answers so, and needs no
// network for it. `make test-vendor-answers` asks both.

#pragma once

#include <string>

#include "engine/core.h"

namespace MEETINGSDK {

/// Whether an authentication has succeeded since InitSDK; also when the identity has expired since.
bool hasAuthenticated();
void setAuthenticated(bool isSo);

/// A service was made; the codes of some calls depend on it.
void noteService();
/// The meeting service was destroyed, or un-init has ended all services.
void noteDestroyedMeetingService();
void noteEndedServices();
/// The code of a call that answers with SDKERR_INTERNAL_ERROR until there are services.
SDKError withServices(SDKError answer);

/// Rejects a call: a violation of the rule, with its own line.
SDKError refuse(SDKError answer, const char* rule, const char* message, const char* hint);

/// Rejects a call that needs an authentication.
SDKError early(SDKError answer, const char* rule, const char* call);

/// Rejects a call of a service that was destroyed.
SDKError refuseDestroyed(const char* message);

/// Writes a line once for each call that breaks no rule, and may not do what a client expects.
void note(const char* call, const std::string& message);

/// Notes that an accessor returns null: a client that does not look ends at its next call.
void noteNull(const char* rule, const char* accessor);

/// What an accessor of a controller or of settings returns: null until an authentication has succeeded.
template <class Object>
Object* ifAuthenticated(const char* rule, const char* accessor, Object* object) {
    if (hasAuthenticated()) return object;
    noteNull(rule, accessor);
    return nullptr;
}

/// Overrides such an accessor.
#define ACCESSOR(rule, Result, accessor, object) \
    Result* accessor() override { return ifAuthenticated(rule, #accessor, object); }

/// Rejects a text that is null.
SDKError refuseNull(const char* call);

/// Checks a pointer that a service is made with, or is destroyed by.
SDKError checkService(const char* call, const void* pointer);

/// Hands out the only object of a service.
template <class Service, class Interface>
SDKError handOut(const char* call, Interface** service) {
    const SDKError result = checkService(call, service);
    if (result == SDKERR_SUCCESS) *service = &shared<Service>();
    return result;
}

/// A virtual camera or a pre-processor is set, or removed with null.
SDKError setEarlySource(const char* call, const void* source);

/// A virtual share is set, or removed with null.
SDKError setEarlyShare(const char* call, const void* source);

}  // namespace MEETINGSDK
