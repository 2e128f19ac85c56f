// Receivers and a test that share values without a lock: the thread sanitizer finds no race, because the test looks at them
// between turns of the clock, and after the end of a subscription.
#include <psstudio_meeting_testing.h>

#include "client.h"

using namespace std::chrono_literals;

struct Counts : IZoomSDKRendererDelegate, IZoomSDKAudioRawDataDelegate {
    void onRawDataFrameReceived(YUVRawDataI420*) override { frames += step; }
    void onMixedAudioRawDataReceived(AudioRawData*) override { blocks += step; }
    int step = 0, frames = 0, blocks = 0;
};

int main() {
    psstudio::TestMeeting meeting(psstudio::Scenario::text("version: 1\nrole: cohost\n"));
    Client client;
    Counts counts;
    client.initialise();
    client.authenticate();
    client.join();
    const unsigned int ann = meeting.add("Ann");
    meeting.publish(ann, "coded:");
    EXPECT_CODE(client.meeting->GetMeetingAudioController()->JoinVoip(), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT_CODE(client.meeting->GetMeetingRecordingController()->StartRawRecording(), SDKERR_SUCCESS);
    IZoomSDKRenderer* renderer = nullptr;
    EXPECT_CODE(createRenderer(&renderer, &counts), SDKERR_SUCCESS);
    EXPECT_CODE(renderer->subscribe(ann, RAW_DATA_TYPE_VIDEO), SDKERR_SUCCESS);
    EXPECT_CODE(GetAudioRawdataHelper()->subscribe(&counts), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT(counts.frames == 0 && counts.blocks == 0);
    counts.step = 1;
    meeting.turn(1s);
    EXPECT(counts.frames >= 10 && counts.blocks >= 50);
    EXPECT_CODE(GetAudioRawdataHelper()->unSubscribe(), SDKERR_SUCCESS);
    counts.blocks = 0;
    EXPECT_CODE(destroyRenderer(renderer), SDKERR_SUCCESS);
    counts.frames = 0;
    meeting.turn(1s);
    EXPECT(counts.frames == 0 && counts.blocks == 0);
    EXPECT_CODE(client.meeting->Leave(LEAVE_MEETING), SDKERR_SUCCESS);
    meeting.turn(1s);
    EXPECT_CODE(CleanUPSDK(), SDKERR_SUCCESS);
    return 0;
}
