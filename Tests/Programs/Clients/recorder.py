"""A recorder bot on the package zoom-meeting-sdk: asks for the permission to record, and receives the first participant while it may.

recorder.py [SECONDS]
"""

import ctypes
import sys
import time

import zoom_meeting_sdk as zoom

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 3
glib = ctypes.CDLL("libglib-2.0.so.0")


def run_until(condition, seconds):
    """Runs GLib's default main context, which delivers the events. Returns whether the condition came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        if not glib.g_main_context_iteration(None, False):
            time.sleep(0.002)
    return True


class Recorder:
    """Joins, records, and leaves."""

    def __init__(self):
        self.is_authenticated = None
        self.is_in = self.is_over = self.is_denied = False
        self.is_asked = self.is_recording = False
        self.frames = 0
        self.renderer = self.viewed = self.meeting = self.authentication = None
        self.auth_event = zoom.AuthServiceEventCallbacks(onAuthenticationReturnCallback=self.authenticated)
        self.meeting_event = zoom.MeetingServiceEventCallbacks(onMeetingStatusChangedCallback=self.changed)
        self.recording_event = zoom.MeetingRecordingCtrlEventCallbacks(
            onRecordPrivilegeChangedCallback=self.permitted,
            onLocalRecordingPrivilegeRequestStatusCallback=self.answered,
        )
        self.participants_event = zoom.MeetingParticipantsCtrlEventCallbacks(
            onUserJoinCallback=lambda users, _: self.view(), onUserLeftCallback=self.left
        )
        self.delegate = zoom.ZoomSDKRendererDelegateCallbacks(onRawDataFrameReceivedCallback=self.receive)

    def run(self):
        """Returns why it has ended."""
        parameters = zoom.InitParam()
        parameters.strWebDomain = "https://zoom.us"
        if zoom.InitSDK(parameters) != zoom.SDKERR_SUCCESS:
            return "init failed"
        self.authentication, self.meeting = zoom.CreateAuthService(), zoom.CreateMeetingService()
        self.authentication.SetEvent(self.auth_event)
        self.meeting.SetEvent(self.meeting_event)
        context = zoom.AuthContext()
        context.jwt_token = "token"
        if self.authentication.SDKAuth(context) != zoom.SDKERR_SUCCESS:
            return "the authentication was rejected"
        if not run_until(lambda: self.is_authenticated is not None, 2):
            return "the service does not answer"
        if not self.is_authenticated:
            return "the authentication failed"
        self.meeting.GetMeetingRecordingController().SetEvent(self.recording_event)
        self.meeting.GetMeetingParticipantsController().SetEvent(self.participants_event)
        if not self.join():
            return "the meeting cannot be joined"
        run_until(lambda: self.is_over or self.is_denied, SECONDS)
        self.pause()
        if not self.is_over and self.meeting.Leave(zoom.LEAVE_MEETING) == zoom.SDKERR_SUCCESS:
            run_until(lambda: self.is_over, 2)
        return "denied" if self.is_denied else "recorded"

    def join(self):
        """Returns whether it is in the meeting."""
        join = zoom.JoinParam()
        join.userType = zoom.SDKUserType.SDK_UT_WITHOUT_LOGIN
        join.param.meetingNumber = 123456789
        join.param.userName = "Recorder"
        join.param.isVideoOff = True
        if self.meeting.Join(join) != zoom.SDKERR_SUCCESS:
            return False
        return run_until(lambda: self.is_in or self.is_over, 5) and self.is_in

    def end(self):
        """Ends the interface, outside of callbacks."""
        if self.meeting:
            zoom.DestroyMeetingService(self.meeting)
        if self.authentication:
            zoom.DestroyAuthService(self.authentication)
        zoom.CleanUPSDK()

    def authenticated(self, result):
        """The result of the authentication."""
        self.is_authenticated = result == zoom.AUTHRET_SUCCESS

    def changed(self, status, _):
        """The status of the meeting has changed."""
        if status == zoom.MEETING_STATUS_INMEETING:
            self.is_in = True
            self.arrive()
        elif status == zoom.MEETING_STATUS_IN_WAITING_ROOM:
            self.pause()
        elif status in (zoom.MEETING_STATUS_JOIN_BREAKOUT_ROOM, zoom.MEETING_STATUS_LEAVE_BREAKOUT_ROOM):
            # The permission may be lost there, and the participants are others.
            self.pause()
            self.is_asked = False
            self.arrive()
        elif status in (zoom.MEETING_STATUS_FAILED, zoom.MEETING_STATUS_ENDED):
            self.is_over = True

    def arrive(self):
        """Records, or asks for the permission."""
        recording = self.meeting.GetMeetingRecordingController()
        if recording.CanStartRawRecording() == zoom.SDKERR_SUCCESS:
            self.record()
        elif not self.is_asked:
            self.is_asked = recording.RequestLocalRecordingPrivilege() == zoom.SDKERR_SUCCESS

    def permitted(self, is_permitted):
        """The permission to record has changed."""
        if is_permitted:
            self.record()
        else:
            self.pause()

    def answered(self, status):
        """The host has answered the request."""
        self.is_asked = False
        self.is_denied = status == zoom.RequestLocalRecording_Denied

    def record(self):
        """Begins, unless it records already."""
        if not self.is_recording:
            recording = self.meeting.GetMeetingRecordingController()
            self.is_recording = recording.StartRawRecording() == zoom.SDKERR_SUCCESS
            self.view()

    def pause(self):
        """Ends what needs the permission."""
        self.is_recording = False
        if self.renderer:
            zoom.destroyRenderer(self.renderer)
        self.renderer = None

    def left(self, users, _):
        """Participants have left."""
        if self.renderer and self.viewed in list(users):
            zoom.destroyRenderer(self.renderer)
            self.renderer = None
            self.view()

    def view(self):
        """Subscribes to the first participant."""
        if not self.is_recording or self.renderer:
            return
        participants = self.meeting.GetMeetingParticipantsController()
        myself = participants.GetMySelfUser()
        others = [user for user in participants.GetParticipantsList() if not myself or user != myself.GetUserID()]
        if others:
            self.viewed = others[0]
            self.renderer = zoom.createRenderer(self.delegate)
            self.renderer.setRawDataResolution(zoom.ZoomSDKResolution_360P)
            self.renderer.subscribe(self.viewed, zoom.ZoomSDKRawDataType.RAW_DATA_TYPE_VIDEO)

    def receive(self, _):
        """A frame; a real recorder encodes it."""
        self.frames += 1


recorder = Recorder()
reason = recorder.run()
recorder.end()
print(f"{reason}; {recorder.frames} frames")
