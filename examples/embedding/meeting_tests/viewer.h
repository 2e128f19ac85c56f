// The client under test: joins, starts raw recording, and receives the camera of everyone who switches it on.

#pragma once

#include <auth_service_interface.h>
#include <meeting_service_components/meeting_participants_ctrl_interface.h>
#include <meeting_service_components/meeting_recording_interface.h>
#include <meeting_service_components/meeting_video_interface.h>
#include <meeting_service_interface.h>
#include <rawdata/rawdata_renderer_interface.h>
#include <rawdata/zoom_rawdata_api.h>
#include <zoom_sdk.h>
#include <zoom_sdk_raw_data_def.h>

#include <atomic>

USING_ZOOM_SDK_NAMESPACE

class Viewer : public IAuthServiceEvent,
               public IMeetingServiceEvent,
               public IMeetingVideoCtrlEvent,
               public IZoomSDKRendererDelegate {
public:
    void start() {
        InitParam parameters;
        parameters.strWebDomain = "https://zoom.us";
        if (InitSDK(parameters) != SDKERR_SUCCESS) return;
        CreateAuthService(&authentication);
        CreateMeetingService(&meeting);
        authentication->SetEvent(this);
        meeting->SetEvent(this);
        AuthContext context;
        context.jwt_token = "token";
        authentication->SDKAuth(context);
    }

    void stop() {
        if (renderer) destroyRenderer(renderer);
        renderer = nullptr;
        meeting->Leave(LEAVE_MEETING);
    }

    void onAuthenticationReturn(AuthResult result) override {
        if (result != AUTHRET_SUCCESS) return;
        meeting->GetMeetingVideoController()->SetEvent(this);
        JoinParam parameters;
        parameters.param.withoutloginuserJoin.meetingNumber = 123456789;
        parameters.param.withoutloginuserJoin.userName = "Viewer";
        parameters.param.withoutloginuserJoin.isVideoOff = true;
        meeting->Join(parameters);
    }

    void onMeetingStatusChanged(MeetingStatus now, int) override {
        status = now;
#if !defined(FAULT)  // The faulty twin forgets that frames need raw recording.
        if (now == MEETING_STATUS_INMEETING) meeting->GetMeetingRecordingController()->StartRawRecording();
#endif
    }

    void onUserVideoStatusChange(unsigned int user, VideoStatus video) override {
        const IUserInfo* myself = meeting->GetMeetingParticipantsController()->GetMySelfUser();
        if (video != Video_ON || meeting->GetMeetingParticipantsController()->GetUserByUserID(user) == myself) return;
        if (!renderer && createRenderer(&renderer, this) != SDKERR_SUCCESS) return;
        renderer->setRawDataResolution(ZoomSDKResolution_360P);
        renderer->subscribe(user, RAW_DATA_TYPE_VIDEO);
    }

    void onRawDataFrameReceived(YUVRawDataI420*) override { ++frames; }
    void onRendererBeDestroyed() override { renderer = nullptr; }

    std::atomic<int> frames{0};
    MeetingStatus status = MEETING_STATUS_IDLE;

private:
    IAuthService* authentication = nullptr;
    IMeetingService* meeting = nullptr;
    IZoomSDKRenderer* renderer = nullptr;
};
