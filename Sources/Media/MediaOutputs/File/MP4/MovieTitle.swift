/// The title and the chapters of a movie, in the box for data of users.
extension BoxBuilder {
    /// Packed ISO 639-2 letters: undetermined.
    private static let undetermined: UInt64 = 0x55C4
    /// The name of a movie: the first letter is © in Mac OS Roman.
    private static let name: [UInt8] = [0xA9] + Array("nam".utf8)

    /// - Parameters:
    ///   - title: `nil` for none.
    ///   - type: QuickTime movies contain a text with its language, MP4 files a list of items as iTunes writes it.
    /// - Returns: `nil` when there is nothing to write.
    init?(title: String?, _ chapters: [MovieChapter], in type: MovieType) {
        guard title != nil || !chapters.isEmpty else { return nil }
        self.init("udta")
        if let title { append(type == .quickTime ? Self.text(title) : Self.list(title)) }
        if !chapters.isEmpty { append(BoxBuilder(chapters: chapters)) }
    }

    private static func text(_ title: String) -> BoxBuilder {
        var box = BoxBuilder(name)
        box.append(UInt64(title.utf8.count), bytes: 2)
        box.append(undetermined, bytes: 2)
        box.append(text: title)
        return box
    }

    private static func list(_ title: String) -> BoxBuilder {
        var handler = BoxBuilder("hdlr", isLong: false)
        handler.append(zeros: 4)
        handler.append(text: "mdirappl")
        handler.append(zeros: 9)
        var data = BoxBuilder("data")
        data.append(1, bytes: 4)  // UTF-8
        data.append(zeros: 4)  // any language
        data.append(text: title)
        var item = BoxBuilder(name)
        item.append(data)
        var list = BoxBuilder("ilst")
        list.append(item)
        var box = BoxBuilder("meta", isLong: false)
        box.append(handler)
        box.append(list)
        return box
    }
}
