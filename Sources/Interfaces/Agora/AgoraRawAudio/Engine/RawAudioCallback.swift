package import StudioRuntime

/// Marks the threads that are calling the client.
package enum RawAudioCallback {
    package static let mark = ThreadMark()
}
