package import SessionProtocol

/// Where a client keeps a value.
package struct DataSlot: Hashable, Sendable {
    /// The realms of OBS. There is one profile, so that both last equally long.
    package enum Realm: String, Hashable, Sendable, CaseIterable {
        case global = "OBS_WEBSOCKET_DATA_REALM_GLOBAL"
        case profile = "OBS_WEBSOCKET_DATA_REALM_PROFILE"
    }

    package let realm: Realm
    package let name: String

    package init(realm: Realm, name: String) { (self.realm, self.name) = (realm, name) }

    static let maximumNameBytes = 256
    static let maximumBytes = 64 << 10
}

/// What is done with kept data.
package enum DataAccess: Hashable, Sendable {
    case read(DataSlot)
    case write(DataSlot, JSON)
}

/// All data that clients keep, as a value: an object for each realm.
package struct KeptData: Hashable, Sendable {
    /// The longest text of all data.
    package static let maximumBytes = 1 << 20

    private var root: JSON

    package init() { root = .object([]) }

    /// - Returns: `nil` for a text that is not such data.
    package init?(_ text: [UInt8]) {
        guard let root = try? JSON(decoding: text), let realms = root.fields,
            realms.allSatisfy({ $0.1.fields != nil })
        else { return nil }
        self.root = root
    }

    package var text: [UInt8] { root.encoded }

    package subscript(_ slot: DataSlot) -> JSON { root[slot.realm.rawValue]?[slot.name] ?? .null }

    /// Keeps a value.
    ///
    /// - Returns: false when all data would be too long; nothing is changed then.
    package mutating func set(_ slot: DataSlot, _ value: JSON) -> Bool {
        var realm = root[slot.realm.rawValue] ?? .object([])
        realm.set(slot.name, value)
        var changed = root
        changed.set(slot.realm.rawValue, realm)
        guard changed.encoded.count <= Self.maximumBytes else { return false }
        root = changed
        return true
    }
}
