import CGStreamer
import Glibc
import StudioRuntime

/// Observes what an element receives on a connection.
///
/// GIO has no hook for received bytes, and elements keep their connection to themselves. So the input stream of this one
/// connection becomes an instance of a subclass of its own type, which differs in one function: it reads, as before, and
/// shows the bytes. Streams of other connections are untouched.
enum ConnectionInput {
    /// Called with the bytes of each read, on the thread of the element.
    typealias Observer = @Sendable (UnsafeRawBufferPointer) -> Void

    /// - Parameter connection: a `GIOStream` from which nothing was read yet.
    /// - Returns: false when its input cannot be observed; it works as before then.
    static func observe(_ connection: UnsafeMutableRawPointer, _ observer: @escaping Observer) -> Bool {
        guard let library = SocketLibrary.loaded, let stream = library.input(connection) else { return false }
        let instance = stream.assumingMemoryBound(to: GTypeInstance.self)
        let type = psgst_instance_type(stream)
        guard g_type_check_instance_is_a(instance, library.pollableType()) != 0,
            let observed = ObservedTypes.subclass(of: type, pollable: library.pollableType()),
            let subclass = g_type_class_ref(observed)
        else { return false }
        psgst_object_set_data(stream, key, retainContext(Handler(observer)), releaseContext)
        psgst_set_class(stream, subclass)
        return true
    }

    fileprivate static let key = "psstudio-input-observer"
}

/// The subclasses, one for each type of stream: plain, and one for each TLS library.
private enum ObservedTypes {
    /// 0 for a type that cannot have one.
    private static let types = Lock<[GType: GType]>([:])

    static func subclass(of type: GType, pollable: GType) -> GType? {
        let known = types.withLock { types in
            if let known = types[type] { return known }
            let new = register(type, pollable)
            types[type] = new
            return new
        }
        return known == 0 ? nil : known
    }

    private static func register(_ type: GType, _ pollable: GType) -> GType {
        guard let name = g_type_name(type) else { return 0 }
        var query = GTypeQuery()
        g_type_query(type, &query)
        var info = GTypeInfo()
        info.class_size = guint16(clamping: query.class_size)
        info.instance_size = guint16(clamping: query.instance_size)
        let new = g_type_register_static(
            type, "PSStudioObserved" + String(cString: name), &info, GTypeFlags(rawValue: 0))
        guard new != 0 else { return 0 }
        var implementation = GInterfaceInfo()
        implementation.interface_init = { interface, _ in
            interface?.assumingMemoryBound(to: PSGSTPollableInput.self).pointee.read_nonblocking = readAndShow
        }
        g_type_add_interface_static(new, pollable, &implementation)
        return new
    }
}

private func readAndShow(
    _ stream: gpointer?, _ buffer: UnsafeMutableRawPointer?, _ count: gsize,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
) -> gssize {
    guard let stream, let library = SocketLibrary.loaded,
        let interface = psgst_interface(stream, library.pollableType()),
        let parent = g_type_interface_peek_parent(interface)?.assumingMemoryBound(to: PSGSTPollableInput.self),
        let read = parent.pointee.read_nonblocking
    else { return -1 }
    let received = read(stream, buffer, count, error)
    if received > 0, let context = psgst_object_data(stream, ConnectionInput.key) {
        contextObject(context, as: Handler<ConnectionInput.Observer>.self)
            .body(UnsafeRawBufferPointer(start: buffer, count: received))
    }
    return received
}
