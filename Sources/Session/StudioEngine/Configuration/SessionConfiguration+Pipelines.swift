import MediaOutputs
import PipelineFiles
import ProgramEncoding

extension SessionConfiguration {
    /// What is said of replaced pipelines: where they are from, and which settings their encoders do not have.
    var pipelineNotes: [String] {
        outputOptions.pipelines.replaced.flatMap { file -> [String] in
            let skipped = skippedSettings(of: file).map { "\(file.name): \($0)" }
            return ["\(file.name) is replaced by \(file.path ?? file.name)"] + skipped
        }
    }

    private func skippedSettings(of file: PipelineFile) -> [String] {
        guard let row = CodecTable.ready.rows.first(where: { $0.pipeline.name == file.name }), hasAudio || !row.isAudio
        else { return [] }
        let isVideo = !row.isAudio
        var notes: [String] = []
        if !file.maps(.bitrate) {
            let wish = isVideo && videoBitrate != nil ? "the requested bitrate is skipped" : "no bitrate is set"
            notes.append("\(wish), because the file does not map 'bitrate'")
        }
        guard isVideo else { return notes }
        if !file.maps(.keyFrames) {
            notes.append(
                "no distance of key frames is set, because the file does not map 'key-frames'; they are requested")
        }
        if let chosenPreset, !file.maps(.preset) {
            notes.append("the preset \(chosenPreset.rawValue) is skipped, because the file does not map 'preset'")
        }
        if isFast, !file.maps(.reproducible) {
            notes.append("two fast sessions may differ in their bits, because the file does not map 'reproducible'")
        }
        return notes
    }
}
