/// The built-in pipelines, so that an embedding application needs no files.
///
/// Each has a file in gst-launch syntax with a descriptive header. Lines that start with `#` are comments; those of the form
/// of a ``PipelineSetting`` map settings. Those of encoders are in the ``CodecTable``.
package enum PipelineFiles {
    package static let muxTS = PipelineFile(name: "mux-ts", PackageResources.mux_ts_pipeline)
    package static let muxFLV = PipelineFile(name: "mux-flv", PackageResources.mux_flv_pipeline)
    package static let outputMP4 = PipelineFile(name: "output-mp4", PackageResources.output_mp4_pipeline)
    package static let outputMOV = PipelineFile(name: "output-mov", PackageResources.output_mov_pipeline)
    package static let outputMKV = PipelineFile(name: "output-mkv", PackageResources.output_mkv_pipeline)
    package static let outputFLV = PipelineFile(name: "output-flv", PackageResources.output_flv_pipeline)
    package static let outputTS = PipelineFile(name: "output-ts", PackageResources.output_ts_pipeline)
    package static let outputRTMP = PipelineFile(name: "output-rtmp", PackageResources.output_rtmp_pipeline)

    package static let previewJPEG = PipelineFile(name: "preview-jpeg", PackageResources.preview_jpeg_pipeline)
    package static let previewPNG = PipelineFile(name: "preview-png", PackageResources.preview_png_pipeline)

    package static let sourceFile = PipelineFile(name: "source-file", PackageResources.source_file_pipeline)
    package static let sourceVideo = PipelineFile(name: "source-video", PackageResources.source_video_pipeline)
    package static let sourceAudio = PipelineFile(name: "source-audio", PackageResources.source_audio_pipeline)
    package static let sourceWAV = PipelineFile(name: "source-wav", PackageResources.source_wav_pipeline)

    package static let probeFile = PipelineFile(name: "probe-file", PackageResources.probe_file_pipeline)
    package static let probePlaylist = PipelineFile(name: "probe-playlist", PackageResources.probe_playlist_pipeline)
    package static let probeStandardInput = PipelineFile(name: "probe-stdin", PackageResources.probe_stdin_pipeline)
    package static let probeRTMP = PipelineFile(name: "probe-rtmp", PackageResources.probe_rtmp_pipeline)
    package static let probeSRT = PipelineFile(name: "probe-srt", PackageResources.probe_srt_pipeline)
    package static let probeHTTP = PipelineFile(name: "probe-http", PackageResources.probe_http_pipeline)
    package static let probeUDP = PipelineFile(name: "probe-udp", PackageResources.probe_udp_pipeline)
    package static let probeVideo = PipelineFile(name: "probe-video", PackageResources.probe_video_pipeline)
    package static let probeAudio = PipelineFile(name: "probe-audio", PackageResources.probe_audio_pipeline)

    /// All pipelines.
    package static let all = CodecTable.ready.rows.map(\.pipeline) + others

    private static let others = [
        sourceFile, sourceVideo, sourceAudio, sourceWAV, muxTS, muxFLV, outputMP4, outputMOV,
        outputMKV, outputFLV, outputTS, outputRTMP, previewJPEG, previewPNG, probeFile, probePlaylist,
        probeStandardInput, probeRTMP, probeSRT, probeHTTP, probeUDP, probeVideo, probeAudio,
    ]

    /// The pipeline with this name.
    package static func file(_ name: String) -> PipelineFile? {
        all.first { $0.name == name }
    }
}
