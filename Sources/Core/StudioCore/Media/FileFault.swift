/// What GStreamer reads wrongly in a file, or does not report, as far as the bytes of the file show it.
package enum FileFault: Hashable, Sendable, CaseIterable {
    case movieDuration, movieEnd, movieSampleTimes
    case wavChannelMask
    case transportClock, transportOpus
    case matroskaCodecDelay, mp3Priming
    case orientation, imageOrientation, crop
}
