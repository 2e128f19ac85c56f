/// The built-in pipelines, so that an embedding application needs no files.
///
/// Each has a file in gst-launch syntax with a descriptive header. Lines that start with `#` are comments.
package enum PipelineFiles {
    package static let encodeH264 = text(PackageResources.encode_h264_pipeline)
    package static let encodeAAC = text(PackageResources.encode_aac_pipeline)
    package static let muxTS = PipelineFile(name: "mux-ts", PackageResources.mux_ts_pipeline)
    package static let outputMP4 = PipelineFile(name: "output-mp4", PackageResources.output_mp4_pipeline)
    package static let outputMKV = PipelineFile(name: "output-mkv", PackageResources.output_mkv_pipeline)
    package static let outputFLV = PipelineFile(name: "output-flv", PackageResources.output_flv_pipeline)
    package static let outputTS = PipelineFile(name: "output-ts", PackageResources.output_ts_pipeline)
    package static let outputRTMP = PipelineFile(name: "output-rtmp", PackageResources.output_rtmp_pipeline)

    package static let previewJPEG = text(PackageResources.preview_jpeg_pipeline)

    package static let sourceFile = text(PackageResources.source_file_pipeline)
    package static let sourceVideo = text(PackageResources.source_video_pipeline)
    package static let sourceAudio = text(PackageResources.source_audio_pipeline)
    package static let sourceWAV = text(PackageResources.source_wav_pipeline)

    package static let probeFile = text(PackageResources.probe_file_pipeline)
    package static let probePlaylist = text(PackageResources.probe_playlist_pipeline)
    package static let probeStandardInput = text(PackageResources.probe_stdin_pipeline)
    package static let probeRTMP = text(PackageResources.probe_rtmp_pipeline)
    package static let probeSRT = text(PackageResources.probe_srt_pipeline)
    package static let probeHTTP = text(PackageResources.probe_http_pipeline)
    package static let probeUDP = text(PackageResources.probe_udp_pipeline)
    package static let probeVideo = text(PackageResources.probe_video_pipeline)
    package static let probeAudio = text(PackageResources.probe_audio_pipeline)

    /// The text without its comments.
    private static func text(_ bytes: [UInt8]) -> String {
        PipelineFile.joined(String(decoding: bytes, as: UTF8.self).split(separator: "\n"))
    }
}
