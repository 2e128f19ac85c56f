import CGStreamer

extension Element {
    /// Sets the title that a muxer writes into its file.
    ///
    /// - Throws: an error for an element that takes no tags.
    package func setTitle(_ title: String) throws(GStreamerError) {
        guard psgst_set_title(pointer, title) != 0 else {
            throw GStreamerError(.library, source: name, message: "it takes no title")
        }
    }
}
