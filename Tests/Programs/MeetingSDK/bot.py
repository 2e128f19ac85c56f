"""A Python bot on the package zoom-meeting-sdk: joins, receives frames and the mix, sends as the camera, and leaves."""
import ctypes
import sys
import time

import zoom_meeting_sdk as zoom

glib = ctypes.CDLL("libglib-2.0.so.0")
counts = {"frames": 0, "blocks": 0, "bytes": 0, "sent": 0}
statuses = []
sender = None


def run_until(condition, what):
    """Runs GLib's default main context, which delivers the events."""
    deadline = time.monotonic() + 20
    while not condition():
        if time.monotonic() > deadline:
            sys.exit(f"did not happen within 20 seconds: {what}; {counts}, {statuses}")
        glib.g_main_context_iteration(None, False)
        time.sleep(0.001)


def succeed(code):
    if code != zoom.SDKERR_SUCCESS:
        sys.exit(f"a call returned {code}")


def receive(frame):
    counts["frames"] += 1
    counts["bytes"] = len(frame.GetBuffer()) if frame.GetStreamHeight() == 360 else counts["bytes"]


def hear(block):
    counts["blocks"] += 1


def initialise(new_sender, _formats, _suggestion):
    global sender
    sender = new_sender


def send():
    frame = bytes(320 * 180 * 3 // 2)
    if sender.sendVideoFrame(frame, 320, 180, 0, zoom.FrameDataFormat_I420_FULL) == zoom.SDKERR_SUCCESS:
        counts["sent"] += 1


parameters = zoom.InitParam()
parameters.strWebDomain = "https://zoom.us"
succeed(zoom.InitSDK(parameters))
authentication, meeting = zoom.CreateAuthService(), zoom.CreateMeetingService()
results = []
auth_event = zoom.AuthServiceEventCallbacks(onAuthenticationReturnCallback=results.append)
meeting_event = zoom.MeetingServiceEventCallbacks(
    onMeetingStatusChangedCallback=lambda status, _: statuses.append(status))
authentication.SetEvent(auth_event)
meeting.SetEvent(meeting_event)
context = zoom.AuthContext()
context.jwt_token = "token"
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
succeed(meeting.GetMeetingRecordingController().StartRawRecording())
succeed(meeting.GetMeetingAudioController().JoinVoip())
delegate = zoom.ZoomSDKRendererDelegateCallbacks(onRawDataFrameReceivedCallback=receive)
renderer = zoom.createRenderer(delegate)
succeed(renderer.setRawDataResolution(zoom.ZoomSDKResolution_360P))
succeed(renderer.subscribe(others[0], zoom.ZoomSDKRawDataType.RAW_DATA_TYPE_VIDEO))
audio = zoom.ZoomSDKAudioRawDataDelegateCallbacks(onMixedAudioRawDataReceivedCallback=hear)
run_until(lambda: zoom.GetAudioRawdataHelper().subscribe(audio, False) == zoom.SDKERR_SUCCESS, "connected audio")
camera = zoom.ZoomSDKVideoSourceCallbacks(onInitializeCallback=initialise, onStartSendCallback=send)
succeed(zoom.GetRawdataVideoSourceHelper().setExternalVideoSource(camera))
run_until(lambda: sender, "the camera")
succeed(meeting.GetMeetingVideoController().UnmuteVideo())
run_until(lambda: counts["frames"] > 20 and counts["blocks"] > 50 and counts["bytes"] and counts["sent"], "media")
succeed(meeting.Leave(zoom.LEAVE_MEETING))
run_until(lambda: zoom.MEETING_STATUS_ENDED in statuses, "the end")
succeed(zoom.DestroyMeetingService(meeting))
succeed(zoom.DestroyAuthService(authentication))
succeed(zoom.CleanUPSDK())
print(counts)
