// A module of its own: SwiftPM compiles the files of a folder into the target that lies there.

/// The ready scenarios, compiled into the program.
///
/// Each has a file in this folder whose first comment says which bug it finds.
package enum ScenarioFiles {
    /// Name without suffix, and content; in alphabetical order.
    package static let all: [(name: String, bytes: [UInt8])] = [
        ("auth-never-answers", PackageResources.auth_never_answers_yaml),
        ("breakout-room", PackageResources.breakout_room_yaml),
        ("co-host-revoked", PackageResources.co_host_revoked_yaml),
        ("host-ends-meeting", PackageResources.host_ends_meeting_yaml),
        ("network-drop-3s", PackageResources.network_drop_3s_yaml),
        ("no-sender", PackageResources.no_sender_yaml),
        ("start-rejected", PackageResources.start_rejected_yaml),
        ("start-send-never-comes", PackageResources.start_send_never_comes_yaml),
    ]
}
