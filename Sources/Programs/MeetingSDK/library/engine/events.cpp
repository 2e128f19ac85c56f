#include "meeting/controllers.h"
#include "engine/dispatch.h"

namespace MEETINGSDK {

void deliver(const ps_client_event& event) {
    switch (event.kind) {
    case PS_EVENT_AUTHENTICATED: case PS_EVENT_IDENTITY_EXPIRED: return receiveAuthentication(event);
    case PS_EVENT_ARRIVING: return receiveMeeting(event);
    case PS_EVENT_STATUS:
        // The rooms are told first: a bot asks them inside the callback of the status.
        receiveRooms(event);
        return receiveMeeting(event);
    case PS_EVENT_USER_JOINED: case PS_EVENT_USER_LEFT: case PS_EVENT_HOST_CHANGED: case PS_EVENT_COHOST_CHANGED:
        return receiveParticipants(event);
    case PS_EVENT_VIDEO_CHANGED: return receiveVideo(event);
    case PS_EVENT_AUDIO_CHANGED: return receiveAudio(event);
    case PS_EVENT_SHARE_CHANGED: case PS_EVENT_SHARE_LOCK: return receiveShare(event);
    case PS_EVENT_STUDIO_USER: case PS_EVENT_STUDIO_RESULT: case PS_EVENT_STUDIO_SENDING: case PS_EVENT_STUDIO_STOPPED:
        return receiveStudio(event);
    case PS_EVENT_RECORDING_PERMISSION: case PS_EVENT_RECORDING_RESPONSE: case PS_EVENT_RECORDING_STATUS:
        return receiveRecording(event);
    case PS_EVENT_REMINDER: return receiveReminder(event);
    case PS_EVENT_CHAT: return receiveChat(event);
    case PS_EVENT_CAMERA_READY: case PS_EVENT_CAMERA_STARTED: case PS_EVENT_CAMERA_STOPPED: case PS_EVENT_CAMERA_OVER:
        return receiveCamera(event);
    case PS_EVENT_MICROPHONE_READY: case PS_EVENT_MICROPHONE_STARTED: case PS_EVENT_MICROPHONE_STOPPED:
    case PS_EVENT_MICROPHONE_OVER:
        return receiveMicrophone(event);
    case PS_EVENT_SHARE_STARTED: case PS_EVENT_SHARE_STOPPED: return receiveShareSource(event);
    default: return;  // Roles are told as hosts and co-hosts.
    }
}

}  // namespace MEETINGSDK
