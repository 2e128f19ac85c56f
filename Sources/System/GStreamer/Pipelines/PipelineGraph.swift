import CGStreamer
import StudioRuntime

/// A running pipeline in the language of Graphviz: its elements, links, caps and states, and its properties without
/// texts.
package struct PipelineGraph: Hashable, Sendable {
    /// Unique in the process: `03-output-mp4`. The numbers are in the order in which pipelines started.
    package let name: String
    package let dot: String

    /// Those of all pipelines of the process that run.
    package static func ofProcess() -> [PipelineGraph] {
        RunningPipelines.all.compactMap { pipeline, name in
            pipeline.graphText.map { PipelineGraph(name: name, dot: $0) }
        }
    }
}

extension Pipeline {
    /// What it consists of, without secrets; `nil` when GStreamer was built without graphs.
    package var graphText: String? {
        dot.map { PipelineGraphText.redacted($0, showing: plainProperties) }
    }

    /// The names of the properties of all elements and pads whose values contain no text.
    private var plainProperties: Set<String> {
        var names = PropertyNames()
        names.add(of: self)
        return names.plain.subtracting(names.others)
    }
}

/// The names of the properties in a pipeline. A name may have several types.
private struct PropertyNames {
    private(set) var (plain, others): (Set<String>, Set<String>) = ([], [])

    mutating func add(of pipeline: Pipeline) {
        _ = pipeline.contains { element in
            add(element)
            for pad in pads(of: element) { add(pad) }
            return false
        }
    }

    private mutating func add(_ object: gpointer) {
        var count: guint = 0
        guard let specs = psgst_properties(object, &count) else { return }
        defer { g_free(specs) }
        for case let spec? in UnsafeBufferPointer(start: specs, count: Int(count)) {
            let name = String(cString: spec.pointee.name)
            if psgst_has_plain_values(spec) != 0 { plain.insert(name) } else { others.insert(name) }
        }
    }

    private func pads(of element: UnsafeMutablePointer<GstElement>) -> [gpointer] {
        guard let iterator = gst_element_iterate_pads(element) else { return [] }
        defer { gst_iterator_free(iterator) }
        var (pads, item) = ([gpointer](), GValue())
        defer { g_value_unset(&item) }
        // A pad keeps its class, whose properties are read, as long as its element is in the pipeline.
        while gst_iterator_next(iterator, &item) == GST_ITERATOR_OK {
            if let pad = g_value_get_object(&item) { pads.append(pad) }
            g_value_reset(&item)
        }
        return pads
    }
}

/// The pipelines of the process from their start to their stop.
enum RunningPipelines {
    private struct Member: Sendable {
        let number: Int
        weak var pipeline: Pipeline?
        let identifier: ObjectIdentifier
    }

    private static let list = Lock((started: 0, running: [Member]()))

    static func add(_ pipeline: Pipeline) {
        list.withLock { list in
            list.started += 1
            list.running.append(
                Member(number: list.started, pipeline: pipeline, identifier: ObjectIdentifier(pipeline)))
        }
    }

    /// Also called while the pipeline is being released.
    static func remove(_ identifier: ObjectIdentifier) {
        list.withLock { $0.running.removeAll { $0.identifier == identifier } }
    }

    /// The pipelines with their names, in the order of their start.
    static var all: [(pipeline: Pipeline, name: String)] {
        list.withLock(\.running).compactMap { member in
            guard let pipeline = member.pipeline else { return nil }
            let number = (member.number < 10 ? "0" : "") + "\(member.number)"
            return (pipeline, "\(number)-\(fileName(pipeline.name))")
        }
    }

    /// The file of a user's pipeline may have any name.
    private static func fileName(_ text: String) -> String {
        String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") ? $0 : "-" })
    }
}

/// What GStreamer writes about a pipeline, without secrets.
package enum PipelineGraphText {
    /// What stands in place of a text.
    private static let mask = "***"
    /// Parts of the names of caps fields that hold keys, such as `srtp-key`.
    private static let secretNames = ["key", "pass", "secret", "token", "credential"]

    /// Removes addresses, keys and the names of files: the values of all properties but those with these names.
    ///
    /// GStreamer writes an element as one label of lines, `name=value` for each property. A line feed inside a value is
    /// escaped twice, so that no value goes on in the next line.
    package static func redacted(_ dot: String, showing plain: Set<String>) -> String {
        var (result, line, isQuoted) = ("", "", false)
        // By scalars: a mark behind a quote would make one character of both.
        var rest = dot.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard isQuoted else {
                isQuoted = scalar == "\""
                result.unicodeScalars.append(scalar)
                continue
            }
            switch scalar {
            case "\"":
                result += shown(line, plain) + "\""
                (line, isQuoted) = ("", false)
            case "\\":
                guard let next = rest.popFirst() else { break }
                if ["n", "l", "r"].contains(next) {
                    result += shown(line, plain) + "\\" + String(next)
                    line = ""
                } else {
                    line += "\\" + String(next)
                }
            default: line.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A line of a label without its secret.
    private static func shown(_ line: String, _ plain: Set<String>) -> String {
        if let equals = line.firstIndex(of: "=") {
            return plain.contains(String(line[..<equals])) ? line : String(line[...equals]) + mask
        }
        if let colon = line.firstRange(of: ": ") {
            let name = line[..<colon.lowerBound].lowercased()
            if secretNames.contains(where: { name.contains($0) }) { return String(line[..<colon.upperBound]) + mask }
        }
        return line.contains("://") ? mask : line
    }
}
