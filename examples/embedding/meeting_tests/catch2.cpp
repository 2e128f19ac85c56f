// Tests of a client with Catch2.
#define CATCH_CONFIG_MAIN
#include <psstudio_meeting_testing.h>

#include <catch2/catch.hpp>

#include "viewer.h"

using namespace std::chrono_literals;
using psstudio::Scenario;
using psstudio::TestMeeting;

TEST_CASE("a viewer receives a camera that is switched on") {
    Viewer viewer;
    TestMeeting meeting(Scenario::text("version: 1\nrole: cohost\n"));
    viewer.start();
    meeting.turn(1s);
    REQUIRE(viewer.status == MEETING_STATUS_INMEETING);

    SECTION("of somebody with the coded source") { meeting.publish(meeting.add("Ann"), "coded:"); }
    SECTION("of somebody with a test pattern") { meeting.publish(meeting.add("\"Bob\" \\ B\u00f6b")); }
    meeting.turn(2s);
    CHECK(viewer.frames >= 10);
    CHECK(meeting.violations().empty());

    viewer.stop();
    meeting.turn(1s);
    CHECK(viewer.status == MEETING_STATUS_ENDED);
}
