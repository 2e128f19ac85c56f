#include "meeting/controllers.h"

namespace MEETINGSDK {

void forgetMeetingReceivers() {
    forgetServiceReceiver();
    audioController()->SetEvent(nullptr);
    videoController()->SetEvent(nullptr);
    participantsController()->SetEvent(nullptr);
    recordingController()->SetEvent(nullptr);
    reminderController()->SetEvent(nullptr);
    shareController()->SetEvent(nullptr);
    chatController()->SetEvent(nullptr);
    breakoutRoomsController()->SetEvent(nullptr);
    waitingRoomController()->SetEvent(nullptr);
    forgetStudioReceiver();
}

}  // namespace MEETINGSDK
