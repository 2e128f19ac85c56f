// The waiting room.
//
// Part of psstudio, an emulator of the interface. This is not the vendor's file; names, order and values are the
// interface's, so that a client of it compiles unchanged.

#ifndef PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_WAITING_ROOM_INTERFACE_H
#define PSSTUDIO_MEETINGSDK_MEETING_SERVICE_COMPONENTS_MEETING_WAITING_ROOM_INTERFACE_H

#include "psstudio/names/meeting_service_components/meeting_waiting_room_interface.h"
#include "zoom_sdk_def.h"

BEGIN_ZOOM_SDK_NAMESPACE

class IUserInfo;

struct WaitingRoomBrandingPageColor {
    ZoomSDKColor background_color;
};

struct WaitingRoomBrandingTextColor {
    ZoomSDKColor primary_color;
    ZoomSDKColor secondary_color;
    ZoomSDKColor paragraph_color;
    ZoomSDKColor hyperlink_color;
};

struct WaitingRoomBrandingButtonColor {
    ZoomSDKColor primary_button_color;
};

/// How a waiting room looks.
struct CustomWaitingRoomData_s {
    const zchar_t* title = nullptr;
    const zchar_t* description = nullptr;
    const zchar_t* logo_path = nullptr;
    const zchar_t* video_path = nullptr;
    const zchar_t* image_path = nullptr;
    WaitingRoomLayoutType type = WaitingRoomLayoutType_Default;
    CustomWaitingRoomDataStatus status = CustomWaitingRoomDataStatus_Init;
    WaitingRoomBrandingPageColor page_color;
    WaitingRoomBrandingTextColor text_color;
    WaitingRoomBrandingButtonColor button_color;
};
typedef struct CustomWaitingRoomData_s CustomWaitingRoomData;

class IWaitingRoomDataDownloadHandler {
public:
    virtual ~IWaitingRoomDataDownloadHandler() {}
    virtual bool Retry() = 0;
    virtual void Ignore() = 0;
};

/// Who waits; each method is optional.
class IMeetingWaitingRoomEvent {
public:
    virtual ~IMeetingWaitingRoomEvent() {}
    virtual void onWaitingRoomUserJoin(unsigned int /*userId*/) {}
    virtual void onWaitingRoomUserLeft(unsigned int /*userId*/) {}
    virtual void onWaitingRoomPresetAudioStatusChanged(bool /*audioCanTurnOn*/) {}
    virtual void onWaitingRoomPresetVideoStatusChanged(bool /*videoCanTurnOn*/) {}
    virtual void onCustomWaitingRoomDataUpdated(CustomWaitingRoomData& /*data*/,
        IWaitingRoomDataDownloadHandler* /*handler*/) {}
    virtual void onWaitingRoomUserNameChanged(unsigned int /*userId*/, const zchar_t* /*userName*/) {}
    virtual void onWaitingRoomEntranceEnabled(bool /*isEnabled*/) {}
};

/// Admits participants, and puts them back.
class IMeetingWaitingRoomController {
public:
    virtual SDKError SetEvent(IMeetingWaitingRoomEvent* event) = 0;
    virtual bool IsSupportWaitingRoom() = 0;
    virtual bool IsWaitingRoomOnEntryFlagOn() = 0;
    virtual SDKError EnableWaitingRoomOnEntry(bool enable) = 0;
    virtual IList<unsigned int>* GetWaitingRoomLst() = 0;
    virtual IUserInfo* GetWaitingRoomUserInfoByID(unsigned int userId) = 0;
    virtual SDKError AdmitToMeeting(unsigned int userId) = 0;
    virtual SDKError AdmitAllToMeeting() = 0;
    virtual SDKError PutInWaitingRoom(unsigned int userId) = 0;
    virtual bool IsAudioEnabledInWaitingRoom() = 0;
    virtual bool IsVideoEnabledInWaitingRoom() = 0;
    virtual SDKError PresetAudioInWaitingRoom(bool mute) = 0;
    virtual bool IsPresetAudioUnmuteInWaitingRoom() = 0;
    virtual SDKError PresetVideoInWaitingRoom(bool mute) = 0;
    virtual bool IsPresetVideoUnmuteInWaitingRoom() = 0;
    virtual SDKError RequestCustomWaitingRoomData() = 0;
    virtual SDKError CanRenameUser(bool& isCan) = 0;
    virtual SDKError RenameUser(unsigned int userId, const zchar_t* newName) = 0;
    virtual SDKError CanExpelUser(bool& isCan) = 0;
    virtual SDKError ExpelUser(unsigned int userId) = 0;
    virtual bool IsWaitingRoomOnEntryLocked() = 0;
};

END_ZOOM_SDK_NAMESPACE

#endif
