import CGStreamer

/// A value for an element's property.
package enum PropertyValue: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// A string, the nick of an enumeration value, or flags joined by `+`.
    case text(String)
    /// A value of any type, as in a pipeline's text.
    case written(String)
    case caps(Caps)

    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// An element of a pipeline.
package final class Element: @unchecked Sendable {
    // Safety: properties of GObjects may be set and read from any thread; elements lock themselves.
    let pointer: UnsafeMutablePointer<GstElement>

    init(owning pointer: UnsafeMutablePointer<GstElement>) {
        self.pointer = pointer
    }

    deinit {
        gst_object_unref(pointer)
    }

    package var name: String { String(cString: psgst_object_name(pointer)) }

    /// Sets a property with a value of its type. Values are never part of the pipeline text: a quote in a stream key
    /// would change the graph.
    ///
    /// - Throws: a ``GStreamerError`` for an unknown or read-only property, and for a value of the wrong type.
    package func set(_ property: String, to value: PropertyValue) throws(GStreamerError) {
        try set(property, of: pointer, to: value)
    }

    /// Sets a property of a pad that the element has already.
    ///
    /// - Throws: also when no pad has this name.
    package func set(_ property: String, ofPad pad: String, to value: PropertyValue) throws(GStreamerError) {
        guard let pad = gst_element_get_static_pad(pointer, pad) else {
            throw GStreamerError(.library, source: name, message: "no pad '\(pad)'")
        }
        defer { gst_object_unref(pad) }
        try set(property, of: pad, to: value)
    }

    private func set(_ property: String, of object: gpointer, to value: PropertyValue) throws(GStreamerError) {
        guard let spec = psgst_find_property(object, property), psgst_spec_writable(spec) != 0 else {
            throw GStreamerError(.library, source: name, message: "no writable property '\(property)'")
        }
        var target = GValue()
        g_value_init(&target, spec.pointee.value_type)
        defer { g_value_unset(&target) }
        guard fill(&target, with: value) else {
            throw GStreamerError(.library, source: name, message: "invalid value for '\(property)'")
        }
        guard g_param_value_validate(spec, &target) == 0 else {
            throw GStreamerError(.library, source: name, message: "value of '\(property)' out of range")
        }
        psgst_object_set(object, property, &target)
    }

    private func fill(_ target: inout GValue, with value: PropertyValue) -> Bool {
        let type = Int(psgst_fundamental(target.g_type))
        switch (value, type) {
        case (.bool(let flag), PSGST_BOOLEAN): g_value_set_boolean(&target, flag ? 1 : 0)
        case (.integer(let number), PSGST_INT):
            guard let number = Int32(exactly: number) else { return false }
            g_value_set_int(&target, number)
        case (.integer(let number), PSGST_UINT):
            guard let number = UInt32(exactly: number) else { return false }
            g_value_set_uint(&target, number)
        case (.integer(let number), PSGST_INT64): g_value_set_int64(&target, Int(number))
        case (.integer(let number), PSGST_UINT64):
            guard let number = UInt(exactly: number) else { return false }
            g_value_set_uint64(&target, number)
        case (.double(let number), PSGST_DOUBLE): g_value_set_double(&target, number)
        case (.text(let text), PSGST_STRING): g_value_set_string(&target, text)
        case (.text(let text), PSGST_ENUM), (.text(let text), PSGST_FLAGS):
            return gst_value_deserialize(&target, text) != 0
        case (.written(let text), _): return gst_value_deserialize(&target, text) != 0
        case (.caps(let caps), PSGST_BOXED):
            guard target.g_type == gst_caps_get_type() else { return false }
            gst_value_set_caps(&target, caps.pointer)
        default: return false
        }
        return true
    }

    /// An integer property, or an integer field of a structure property (`stats`, `out-bytes-total`).
    package func unsigned(_ property: String, field: String? = nil) -> UInt64? {
        guard let spec = psgst_find_property(pointer, property) else { return nil }
        var value = GValue()
        g_value_init(&value, spec.pointee.value_type)
        defer { g_value_unset(&value) }
        psgst_object_get(pointer, property, &value)
        guard let field else { return Self.unsigned(value) }
        guard value.g_type == gst_structure_get_type(), let boxed = g_value_get_boxed(&value) else { return nil }
        let structure = boxed.assumingMemoryBound(to: GstStructure.self)
        return gst_structure_get_value(structure, field).flatMap { Self.unsigned($0.pointee) }
    }

    private static func unsigned(_ value: GValue) -> UInt64? {
        var value = value
        switch Int(psgst_fundamental(value.g_type)) {
        case PSGST_UINT: return UInt64(g_value_get_uint(&value))
        case PSGST_UINT64: return UInt64(g_value_get_uint64(&value))
        case PSGST_INT: return UInt64(exactly: g_value_get_int(&value))
        case PSGST_INT64: return UInt64(exactly: g_value_get_int64(&value))
        default: return nil
        }
    }

    /// Whether buffers pass a filter unchanged.
    ///
    /// - Throws: a ``GStreamerError`` when the element is not such a filter.
    package func setPassthrough(_ isPassthrough: Bool) throws(GStreamerError) {
        guard psgst_is_transform(pointer) != 0 else {
            throw GStreamerError(.library, source: name, message: "is not a filter")
        }
        gst_base_transform_set_passthrough(psgst_transform(pointer), isPassthrough ? 1 : 0)
    }

    /// Requests a key frame from the encoder upstream of this element.
    @discardableResult
    package func requestKeyFrame() -> Bool {
        psgst_request_key_frame(pointer) != 0
    }
}
