// Tests of a client with GoogleTest.
#include <gtest/gtest.h>
#include <psstudio_meeting_testing.h>

#include "viewer.h"

using namespace std::chrono_literals;
using psstudio::Scenario;
using psstudio::TestMeeting;

/// The meeting is there before the client, and ends before it.
struct ViewerTest : testing::Test {
    Viewer viewer;
    TestMeeting meeting{Scenario::text("version: 1\nrole: cohost\n")};
};

TEST_F(ViewerTest, ReceivesACameraThatIsSwitchedOn) {
    viewer.start();
    meeting.turn(1s);
    ASSERT_EQ(viewer.status, MEETING_STATUS_INMEETING);
    const unsigned int ann = meeting.add("Ann");
    meeting.publish(ann, "coded:");
    meeting.turn(2s);
    EXPECT_GE(viewer.frames, 10);
    EXPECT_EQ(meeting.violations(), std::vector<psstudio::Violation>{});
}

TEST_F(ViewerTest, SurvivesALostConnection) {
    viewer.start();
    meeting.turn(1s);
    meeting.publish(meeting.add("Ann"), "coded:");
    meeting.turn(1s);
    meeting.loseConnection();
    meeting.turn(3s);
    EXPECT_EQ(viewer.status, MEETING_STATUS_RECONNECTING);
    meeting.regainConnection();
    meeting.turn(1s);
    EXPECT_EQ(viewer.status, MEETING_STATUS_INMEETING);
    const int before = viewer.frames;
    meeting.turn(2s);
    EXPECT_GE(viewer.frames - before, 10);
    viewer.stop();
    meeting.turn(1s);
    EXPECT_EQ(viewer.status, MEETING_STATUS_ENDED);
    EXPECT_EQ(meeting.violations(), std::vector<psstudio::Violation>{});
}
