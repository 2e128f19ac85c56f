import SessionProtocol

// Data that clients keep.
extension RequestTable {
    static let data = [
        RequestRow(
            "GetPersistentData", "A value that a client has kept; null without one.", .beside,
            fields: ["realm", "slotName"]
        ) { request, _ throws(RequestFailure) in
            .slot(.read(try slot(request)))
        },
        RequestRow(
            "SetPersistentData", "Keeps a value in a file of the user, for later sessions too.", .beside,
            fields: ["realm", "slotName", "slotValue"]
        ) { request, _ throws(RequestFailure) in
            let slot = try slot(request)
            let value = try request.value("slotValue")
            guard value.approximateBytes <= DataSlot.maximumBytes else {
                throw RequestFailure(.requestFieldOutOfRange, "The field value of `slotValue` is longer than 64 KiB.")
            }
            return .slot(.write(slot, value))
        },
    ]

    private static func slot(_ request: Request) throws(RequestFailure) -> DataSlot {
        let (realm, name) = (try request.text("realm"), try request.text("slotName"))
        guard let realm = DataSlot.Realm(rawValue: realm) else {
            throw RequestFailure(.resourceNotFound, "You have specified an invalid persistent data realm.")
        }
        guard name.utf8.count <= DataSlot.maximumNameBytes else {
            throw RequestFailure(.requestFieldOutOfRange, "The field value of `slotName` is longer than 256 bytes.")
        }
        return DataSlot(realm: realm, name: name)
    }
}
