import StudioCore

// Participants and their roles in the model.
extension MeetingModel {
    mutating func add(_ role: MeetingRole) -> UInt32 {
        let number = newNumber()
        guard me.place != .gone else { return number }
        people.append(
            Person(number: number, role: role == .host ? plain : role, place: me.place == .room ? .room : .main))
        report(.joined(number, role == .host ? plain : role))
        if role == .host { makeHost(number) }
        return number
    }

    mutating func remove(_ number: UInt32) {
        guard let person = others.first(where: { $0.number == number }), !person.isMe else { return }
        if person.parent == me.number, isInside { return lose() }
        for studio in others where studio.parent == number {
            report(.user(studio.number, false))
            report(.left(studio.number))
        }
        if person.parent != nil { report(.user(number, false)) }
        report(.left(number))
        people.removeAll { $0.number == number || $0.parent == number }
        if person.role == .host { chooseNewHost(except: nil) }
    }

    mutating func expel(_ number: UInt32) {
        if isInside, number == me.number { return finish() }
        remove(number)
    }

    /// Only current or former participants: the local user and studios do not rejoin this way.
    mutating func rejoin(_ number: UInt32) -> UInt32 {
        guard let person = others.first(where: { $0.number == number }), !person.isMe, person.parent == nil else {
            return 0
        }
        remove(number)
        let role = person.role.maySend ? plain : person.role
        let again = newNumber()
        if firstHost == number { firstHost = again }
        people.append(Person(number: again, role: role, place: me.place == .room ? .room : .main))
        report(.joined(again, role))
        return again
    }

    mutating func addStudio(_ parent: UInt32) -> UInt32 {
        guard me.place != .gone, !isStudioReserved, !people.contains(where: { $0.parent != nil }) else { return 0 }
        let owner = parent == 0 ? add(.coHost) : parent
        guard let person = others.first(where: { $0.number == owner }), !person.isMe, person.role.maySend else {
            return 0
        }
        let studio = Person(number: newNumber(), role: .attendee, parent: owner, place: person.place)
        people.append(studio)
        studios.insert(studio.number)
        report(.joined(studio.number, .attendee))
        report(.user(studio.number, true))
        return studio.number
    }

    // MARK: Roles

    mutating func setRole(_ role: MeetingRole, _ number: UInt32) {
        guard me.place != .gone else { return }
        if number == me.number, !isInside {
            let before = me.role
            guard before != role else { return }
            if role == .host { demoteHosts() }
            change(number) { $0.role = role }
            if role == .host { firstHost = firstHost ?? number }
            if before == .host { chooseNewHost(except: nil) }
            return
        }
        guard let person = others.first(where: { $0.number == number }), person.parent == nil, person.role != role
        else { return }
        if role == .host { return makeHost(number) }
        become(role, person)
        if person.role == .coHost { report(.coHost(number, false)) }
        if role == .coHost { report(.coHost(number, true)) }
        if person.role == .host { chooseNewHost(except: number) }
    }

    /// Sets a new role, after ending a session that the change interrupts.
    private mutating func become(_ role: MeetingRole, _ person: Person) {
        if person.isMe, isInside, person.role.maySend, !role.maySend { lose() }
        change(person.number) { $0.role = role }
        closeStudiosWithoutRight()
        let place: Place = me.place == .room ? .room : .main
        guard person.isMe || person.place == place, isInside else { return }
        if person.isMe {
            schedule(.role(person.number, role)); schedule(.note(.role(role)))
        } else {
            schedule(.role(person.number, role))
        }
    }

    /// Only hosts and co-hosts may have a studio; participants are notified when one leaves. The local user's own
    /// session ends by its own pending events.
    private mutating func closeStudiosWithoutRight() {
        for owner in people where !owner.isMe && !owner.role.maySend {
            for studio in people where studio.parent == owner.number {
                people.removeAll { $0.number == studio.number }
                studiosClosed += 1
                guard studio.place == (me.place == .room ? .room : .main) else { continue }
                report(.user(studio.number, false))
                report(.left(studio.number))
            }
        }
    }

    private mutating func demoteHosts() {
        for person in people where person.role == .host { become(plain, person) }
    }

    mutating func makeHost(_ number: UInt32) {
        guard let next = others.first(where: { $0.number == number }), next.parent == nil, next.role != .host
        else { return }
        firstHost = firstHost ?? number
        demoteHosts()
        become(.host, next)
        if next.role == .coHost { report(.coHost(number, false)) }
        report(.host(number))
    }

    mutating func chooseNewHost(except number: UInt32?) {
        let successors = others.filter { $0.parent == nil && $0.number != number }
        guard let successor = successors.first(where: { $0.role == .coHost }) ?? successors.first else {
            return report(.host(0))
        }
        makeHost(successor.number)
    }
}
