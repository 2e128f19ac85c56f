import CGStreamer
import StudioRuntime

// What a pipeline of the user's contains, and what differs from those of psstudio's own: it may never start, and have sources
// of its own.
extension Pipeline {
    /// The names of the elements that take media from psstudio: `appsrc`, at any depth.
    package var appSources: [String] {
        var names: [String] = []
        _ = contains { element in
            if psgst_is_app_src(element) != 0 { names.append(String(cString: psgst_object_name(element))) }
            return false
        }
        return names.sorted()
    }

    /// Whether it has a sink. Without one it never ends.
    package var hasSink: Bool { contains { psgst_is_sink($0) != 0 } }

    /// Sends the end of the stream to all sources that take no media from psstudio. Without it, a pipeline that mixes in
    /// media of its own would not end.
    package func endOwnSources() {
        _ = contains { element in
            if psgst_is_source(element) != 0, psgst_is_bin(element) == 0, psgst_is_app_src(element) == 0 {
                gst_element_send_event(element, gst_event_new_eos())
            }
            return false
        }
    }

    /// Starts the pipeline like ``play()`` on another thread. An element that opens a FIFO waits for its reader.
    ///
    /// - Returns: false when the pipeline has not started within `seconds`; it goes on starting then.
    package func play(within seconds: Double) throws(GStreamerError) -> Bool {
        let result = Lock<Result<Void, GStreamerError>?>(nil)
        let start: @Sendable () -> Void = { [self] in
            do throws(GStreamerError) {
                try play()
                result.set(.success(()))
            } catch {
                result.set(.failure(error))
            }
        }
        let worker: Worker
        do {
            worker = try Worker("pipeline-start", start)
        } catch {
            throw GStreamerError(.resource, source: "pipeline", message: "\(error)")
        }
        worker.join(seconds: seconds)
        guard let outcome = result.withLock({ $0 }) else { return false }
        try outcome.get()
        return true
    }

    /// Stops the pipeline like ``stop()``, at the latest after `seconds`: one whose sink blocks in a system call stops in the
    /// background.
    package func stop(within seconds: Double) {
        guard let stopping = try? Worker("output-stop", { [self] in stop() }) else {
            return stop()  // Without another thread, this one must wait.
        }
        stopping.join(seconds: seconds)
    }
}

extension Element {
    /// Whether it is an `appsrc`.
    package var isAppSource: Bool { psgst_is_app_src(pointer) != 0 }
    /// Whether it is an `appsink`.
    package var isAppSink: Bool { psgst_is_app_sink(pointer) != 0 }
    /// Whether it or the pad with this name has a writable property.
    package func has(_ property: String, ofPad pad: String? = nil) -> Bool {
        guard let name = pad else { return Self.has(property, pointer) }
        guard let found = gst_element_get_static_pad(pointer, name) else { return false }
        defer { gst_object_unref(found) }
        return Self.has(property, found)
    }

    private static func has(_ property: String, _ object: gpointer) -> Bool {
        psgst_find_property(object, property).map { psgst_spec_writable($0) != 0 } ?? false
    }

    /// Whether its pad `src` is linked.
    package var isLinked: Bool {
        guard let pad = gst_element_get_static_pad(pointer, "src") else { return false }
        defer { gst_object_unref(pad) }
        return gst_pad_is_linked(pad) != 0
    }
}
