// The controllers of a meeting, and what each receives. There is one object of each, which is never freed: before a
// meeting and after it, calls return the codes of that state.

#pragma once

#include "auth_service_interface.h"
#include "engine/core.h"
#include "meeting_service_components/meeting_ai_companion_interface.h"
#include "meeting_service_components/meeting_audio_interface.h"
#include "meeting_service_components/meeting_breakout_rooms_interface_v2.h"
#include "meeting_service_components/meeting_chat_interface.h"
#include "meeting_service_components/meeting_participants_ctrl_interface.h"
#include "meeting_service_components/meeting_production_studio_ctrl_interface.h"
#include "meeting_service_components/meeting_recording_interface.h"
#include "meeting_service_components/meeting_reminder_ctrl_interface.h"
#include "meeting_service_components/meeting_sharing_interface.h"
#include "meeting_service_components/meeting_video_interface.h"
#include "meeting_service_components/meeting_waiting_room_interface.h"
#include "meeting_service_interface.h"

namespace MEETINGSDK {

IMeetingAudioController* audioController();
IMeetingVideoController* videoController();
IMeetingParticipantsController* participantsController();
IMeetingRecordingController* recordingController();
IMeetingReminderController* reminderController();
IMeetingShareController* shareController();
IMeetingChatController* chatController();
IMeetingBOController* breakoutRoomsController();
IMeetingWaitingRoomController* waitingRoomController();
/// Null outside a meeting, and where Production Studio is not supported.
IMeetingProductionStudioController* productionStudioController();

/// A participant; null without one. The pointer stays the same.
IUserInfo* participant(uint32_t userId);

void receiveAuthentication(const ps_client_event& event);
void receiveMeeting(const ps_client_event& event);
void receiveParticipants(const ps_client_event& event);
void receiveAudio(const ps_client_event& event);
void receiveVideo(const ps_client_event& event);
void receiveShare(const ps_client_event& event);
void receiveStudio(const ps_client_event& event);
void receiveRecording(const ps_client_event& event);
void receiveReminder(const ps_client_event& event);
void receiveChat(const ps_client_event& event);
void receiveRooms(const ps_client_event& event);
void receiveCamera(const ps_client_event& event);
void receiveMicrophone(const ps_client_event& event);
void receiveShareSource(const ps_client_event& event);

/// Forgets all receivers of the meeting service and its controllers, because their owners may delete them.
void forgetMeetingReceivers();
void forgetServiceReceiver();
void forgetAuthenticationReceiver();
void forgetStudioReceiver();
/// Empties the history of the chat.
void forgetChat();
/// Forgets all receivers of the client, and empties what it received.
void forgetAll();
/// Empties renderers, received media, camera, microphone and share.
void emptyRawData();
/// Orders callbacks of raw data and the calling thread, for the thread sanitizer.
void markRawData();

/// What settings say about joining.
struct JoinSettings {
    bool joinsAudio = false;
    bool isMuted = false;
    bool turnsVideoOff = false;
};
JoinSettings joinSettings();

}  // namespace MEETINGSDK
