#include "unemulated/rooms.h"

#include "meeting/controllers.h"

namespace MEETINGSDK {

namespace {

/// The breakout room that the client was moved to.
class Attendee final : public UnemulatedBOAttendee {
public:
    bool LeaveBo() override { return act(PS_ACTION_LEAVE_BREAKOUT_ROOM) == SDKERR_SUCCESS; }
    bool IsCanReturnMainSession() override { return query(PS_QUERY_IS_IN_BREAKOUT_ROOM) != 0; }
    bool IsHostInThisBO() override { return false; }
};

class BreakoutRoomsController final : public UnemulatedMeetingBOController {
public:
    bool SetEvent(IMeetingBOControllerEvent* event) override {
        receiver.set(event);
        return true;
    }

    IBOAttendee* GetBOAttedeeHelper() override { return IsInBOMeeting() ? &shared<Attendee>() : nullptr; }
    IBOData* GetBODataHelper() override { return isInMeeting() ? &shared<UnemulatedBOData>() : nullptr; }
    bool IsBOStarted() override { return IsInBOMeeting(); }
    bool IsBOEnabled() override { return isInMeeting(); }
    bool IsInBOMeeting() override { return query(PS_QUERY_IS_IN_BREAKOUT_ROOM) != 0; }
    BO_STATUS GetBOStatus() override { return IsInBOMeeting() ? BO_STATUS_STARTED : BO_STATUS_INVALID; }

    Receiver<IMeetingBOControllerEvent> receiver;
};

class WaitingRoomController final : public Notifying<UnemulatedMeetingWaitingRoomController, IMeetingWaitingRoomEvent> {
public:
    bool IsSupportWaitingRoom() override { return isInMeeting(); }
};

}  // namespace

IMeetingBOController* breakoutRoomsController() { return &shared<BreakoutRoomsController>(); }
IMeetingWaitingRoomController* waitingRoomController() { return &shared<WaitingRoomController>(); }

void receiveRooms(const ps_client_event& event) {
    Receiver<IMeetingBOControllerEvent>& receiver = shared<BreakoutRoomsController>().receiver;
    if (event.number == PS_STATUS_JOINED_BREAKOUT_ROOM) {
        NOTIFY(receiver, IMeetingBOControllerEvent, onHasAttendeeRightsNotification, &shared<Attendee>());
        NOTIFY(receiver, IMeetingBOControllerEvent, onBOStatusChanged, BO_STATUS_STARTED);
    } else if (event.number == PS_STATUS_LEFT_BREAKOUT_ROOM) {
        NOTIFY(receiver, IMeetingBOControllerEvent, onLostAttendeeRightsNotification);
    }
}

}  // namespace MEETINGSDK
