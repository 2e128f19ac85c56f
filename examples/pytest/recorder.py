"""A recorder bot on the package zoom-meeting-sdk: receives the first participant until SIGTERM comes, and leaves.

With the word "faulty", it forgets to start the recording. `psstudio exec --preload-meeting-sdk` runs it on the
emulator.
"""

import ctypes
import signal
import sys
import time

import zoom_meeting_sdk as zoom

IS_FAULTY = "faulty" in sys.argv
glib = ctypes.CDLL("libglib-2.0.so.0")
statuses, results = [], []
frames = 0
is_stopped = False


def run_until(condition, what, seconds=20):
    """Runs GLib's default main context, which delivers the events."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"did not happen within {seconds} seconds: {what}")
        glib.g_main_context_iteration(None, False)
        time.sleep(0.001)


def succeed(code):
    """Ends when a call fails."""
    if code != zoom.SDKERR_SUCCESS:
        sys.exit(f"a call returned {code}")


def receive(frame):
    """Counts a frame; a real recorder encodes it."""
    global frames
    frames += 1


def stop(*_):
    """A container is stopped so."""
    global is_stopped
    is_stopped = True


signal.signal(signal.SIGTERM, stop)
parameters = zoom.InitParam()
parameters.strWebDomain = "https://zoom.us"
succeed(zoom.InitSDK(parameters))
authentication, meeting = zoom.CreateAuthService(), zoom.CreateMeetingService()
auth_event = zoom.AuthServiceEventCallbacks(onAuthenticationReturnCallback=results.append)
meeting_event = zoom.MeetingServiceEventCallbacks(
    onMeetingStatusChangedCallback=lambda status, _: statuses.append(status)
)
authentication.SetEvent(auth_event)
meeting.SetEvent(meeting_event)
context = zoom.AuthContext()
context.jwt_token = "token"  # noqa: S105
succeed(authentication.SDKAuth(context))
run_until(lambda: results, "the authentication")
join = zoom.JoinParam()
join.userType = zoom.SDKUserType.SDK_UT_WITHOUT_LOGIN
join.param.meetingNumber = 123456789
join.param.userName = "Python"
join.param.isVideoOff = True
succeed(meeting.Join(join))
run_until(lambda: zoom.MEETING_STATUS_INMEETING in statuses, "the arrival")
participants = meeting.GetMeetingParticipantsController()
run_until(lambda: len(list(participants.GetParticipantsList())) > 1, "the participants")
myself = participants.GetMySelfUser().GetUserID()
others = [user for user in participants.GetParticipantsList() if user != myself]
if not IS_FAULTY:
    succeed(meeting.GetMeetingRecordingController().StartRawRecording())
delegate = zoom.ZoomSDKRendererDelegateCallbacks(onRawDataFrameReceivedCallback=receive)
renderer = zoom.createRenderer(delegate)
succeed(renderer.setRawDataResolution(zoom.ZoomSDKResolution_360P))
succeed(renderer.subscribe(others[0], zoom.ZoomSDKRawDataType.RAW_DATA_TYPE_VIDEO))
run_until(lambda: is_stopped, "SIGTERM", 600)
succeed(meeting.Leave(zoom.LEAVE_MEETING))
run_until(lambda: zoom.MEETING_STATUS_ENDED in statuses, "the end")
succeed(zoom.DestroyMeetingService(meeting))
succeed(zoom.DestroyAuthService(authentication))
succeed(zoom.CleanUPSDK())
print(f"{frames} frames")
