import PipelineFiles
import Testing

/// What psstudio requires of pipelines, and which ones replace others.
struct PipelineContractTests {
    @Test("The ready files have no invalid setting, and the settings of their contracts", arguments: PipelineFiles.all)
    func ready(_ file: PipelineFile) {
        #expect(file.settingErrors.isEmpty)
        #expect(file.path == nil)
        #expect(!file.summary.isEmpty)
        let contract = PipelineContract.of(file.name)
        #expect(Set(file.settings.map(\.name)) == contract?.settings ?? [])
    }

    @Test("Those of encoders, muxers and outputs can be replaced")
    func names() {
        #expect(
            PipelineContract.names == [
                "encode-aac", "encode-h264", "mux-flv", "mux-ts", "output-flv", "output-mkv", "output-mov",
                "output-mp4", "output-rtmp", "output-ts",
            ])
        #expect(PipelineContract.names.allSatisfy { PipelineFiles.file($0) != nil })
    }

    @Test("A set replaces the files with the same name, and no others")
    func sets() {
        let own = PipelineFile(name: "encode-h264", source: "appsrc", path: "/a/encode-h264.pipeline")
        let set = PipelineSet(replacing: [own])
        let (video, audio) = (CodecTable.ready.video.pipeline, CodecTable.ready.audio.pipeline)
        #expect(set.current(video) == own)
        #expect(set.current(audio) == audio)
        #expect(set.replaced == [own])
        #expect(PipelineSet.ready.replaced.isEmpty)
        #expect(PipelineSet.ready.current(video) == video)
    }
}
