// Delegates with signatures of older versions are called, and those with newer ones as well.
#include <cstdio>
#include <cstring>

#include "meeting_service_components/meeting_participants_ctrl_interface.h"
#include "meeting_service_components/meeting_sharing_interface.h"
#include "rawdata/rawdata_audio_helper_interface.h"

using namespace ZOOMSDK;

static char calls[256];
static void called(const char* name) { std::strcat(std::strcat(calls, name), " "); }

struct OlderAudio : IZoomSDKAudioRawDataDelegate {
    void onShareAudioRawDataReceived(AudioRawData*) override { called("older-audio"); }
};
struct NewerAudio : IZoomSDKAudioRawDataDelegate {
    void onShareAudioRawDataReceived(AudioRawData*, uint32_t) override { called("newer-audio"); }
};
struct OlderShare : IMeetingShareCtrlEvent {
    void onSharingStatus(SharingStatus status, unsigned int userId) override {
        called(status == Sharing_Other_Share_Begin && userId == 7 ? "older-status" : "wrong");
    }
    void onShareContentNotification(ShareInfo& info) override {
        called(info.eShareType == SHARE_TYPE_DS && info.ut.monitorID != nullptr ? "older-content" : "wrong");
    }
};
struct NewerShare : IMeetingShareCtrlEvent {
    void onSharingStatus(ZoomSDKSharingSourceInfo info) override {
        called(info.userid == 7 ? "newer-status" : "wrong");
    }
    void onShareContentNotification(ZoomSDKSharingSourceInfo) override { called("newer-content"); }
};
struct OlderParticipants : IMeetingParticipantsCtrlEvent {
    void onRobotRelationChanged(unsigned int userId) override { called(userId == 7 ? "older-robot" : "wrong"); }
};

// The library calls the interface's slots only.
static void call(IZoomSDKAudioRawDataDelegate* audio) { audio->onShareAudioRawDataReceived(nullptr, 1); }
static void call(IMeetingParticipantsCtrlEvent* participants) { participants->onBotAuthorizerRelationChanged(7); }
static void call(IMeetingShareCtrlEvent* share) {
    static const zchar_t monitor[] = {'1', 0};
    ZoomSDKSharingSourceInfo info;
    info.userid = 7;
    info.status = Sharing_Other_Share_Begin;
    info.contentType = SHARE_TYPE_DS;
    info.monitorID = monitor;
    share->onSharingStatus(info);
    share->onShareContentNotification(info);
}

int main() {
    OlderAudio olderAudio;
    NewerAudio newerAudio;
    OlderShare olderShare;
    NewerShare newerShare;
    OlderParticipants olderParticipants;
    call(&olderAudio);
    call(&newerAudio);
    call(&olderShare);
    call(&newerShare);
    call(&olderParticipants);
    // The name of a slot is not overloaded: bindings take its address.
    void (IMeetingShareCtrlEvent::*slot)(ZoomSDKSharingSourceInfo) = &IMeetingShareCtrlEvent::onSharingStatus;
    ZoomSDKSharingSourceInfo info;
    info.userid = 7;
    (newerShare.*slot)(info);
    const char* expected =
        "older-audio newer-audio older-status older-content newer-status newer-content older-robot "
        "newer-status ";
    if (std::strcmp(calls, expected) == 0) return 0;
    std::fprintf(stderr, "called: %s\nexpected: %s\n", calls, expected);
    return 1;
}
