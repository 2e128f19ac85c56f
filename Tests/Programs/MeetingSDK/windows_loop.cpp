// A client in the form of the demos for Windows: a message loop, a meeting that is joined when the login was tried, members of
// the parameters without a value, and the first participant of the list.
#include <windows.h>

#include <cstring>

#include "client.h"

struct Demo : Client {
    void onAuthenticationReturn(AuthResult result) override { events += result == AUTHRET_SUCCESS ? "authenticated " : "?"; }

    void onLoginReturnWithReason(LOGINSTATUS status, IAccountInfo* account, LoginFailReason) override {
        EXPECT_CODE(status, LOGIN_FAILED);
        EXPECT(!account);
        events += "login ";
        JoinParam parameters;
        JoinParam4WithoutLogin& user = parameters.param.withoutloginuserJoin;
        user.meetingNumber = 123456789;
        std::memset(static_cast<void*>(&user.isAudioRawDataStereo), 0xCC, 1);
        std::memset(static_cast<void*>(&user.isMyVoiceInMix), 0xCC, 1);
        EXPECT_CODE(meeting->Join(parameters), SDKERR_SUCCESS);
    }

    void onMeetingStatusChanged(MeetingStatus status, int) override {
        if (status == MEETING_STATUS_INMEETING) arrive();
        if (status == MEETING_STATUS_ENDED) PostQuitMessage(7);
    }

    void arrive() {
        events += "arrived ";
        IMeetingRecordingController* recording = meeting->GetMeetingRecordingController();
        IMeetingParticipantsController* participants = meeting->GetMeetingParticipantsController();
        EXPECT_CODE(recording->CanStartRecording(false, 0), SDKERR_SUCCESS);
        EXPECT_CODE(recording->CanStartRecording(false, participants->GetMySelfUser()->GetUserID()), SDKERR_SUCCESS);
        EXPECT_CODE(recording->CanStartRecording(true, 0), SDKERR_NO_IMPL);
        IList<unsigned int>* list = participants->GetParticipantsList();
        EXPECT(list->GetCount() == 2);
        EXPECT(!participants->GetUserByUserID(list->GetItem(0))->IsMySelf());
        EXPECT(participants->GetUserByUserID(list->GetItem(1))->IsMySelf());
        EXPECT_CODE(recording->CanStartRecording(false, list->GetItem(0)), SDKERR_NO_IMPL);
        EXPECT_CODE(meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    }

    std::string events;
};

static void checkNames() {
    char name[64];
    DWORD size = sizeof name;
    EXPECT(GetUserNameA(name, &size) && size == std::strlen(name) + 1);
    DWORD small = 1;
    EXPECT(!GetUserNameA(name, &small) && small == size);
    wchar_t target[4] = L"abc";
    EXPECT(wcscpy_s(target, L"xyz") == 0 && !std::wcscmp(target, L"xyz"));
    EXPECT(wcscpy_s(target, 4, L"long") != 0 && target[0] == 0);
}

int main() {
    checkNames();
    Demo demo;
    demo.initialise();
    AuthContext context;
    context.jwt_token = T("token");
    EXPECT_CODE(demo.authentication->SDKAuth(context), SDKERR_SUCCESS);
    MSG message;
    while (GetMessage(&message, nullptr, 0, 0)) {
        TranslateMessage(&message);
        DispatchMessage(&message);
    }
    EXPECT_CODE(message.message, WM_QUIT);
    EXPECT_CODE(message.wParam, 7);
    EXPECT(demo.events == "authenticated login arrived ");
    // Nothing is left to do, and a posted end is taken once.
    while (PeekMessage(&message, nullptr, 0, 0, PM_REMOVE)) EXPECT_CODE(message.message, 0);
    PostQuitMessage(1);
    EXPECT(PeekMessage(&message, nullptr, 0, 0, PM_REMOVE));
    EXPECT_CODE(message.message, WM_QUIT);
    Sleep(1);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    return 0;
}
