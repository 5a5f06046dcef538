internal import Domain

// The feed: each entry tells of something that is there, and all that must be told is.
extension PersonCheck {
    func checkChanges(
        answeredReceived: Int,
        answeredSent: Int
    ) throws(StorageError) {
        var counts = (received: 0, sent: 0)
        try check.forEach(of: .changes, in: .all(of: user), keyByteCount: 16) {
            key,
            value throws(DomainError) in
            let change = try ChangeEntry(value)
            guard value.isEqual(to: change.encoded()) else { throw RecordKind.change.damaged }
            return (Sequence(try key.number(at: 8, of: .change)), change)
        } _: { key, entry throws(StorageError) in
            let (sequence, change) = entry
            if change.isAnswerReceived { counts.received += 1 }
            if change.isAnswerSent { counts.sent += 1 }
            if isBeingErased { return }
            let isReceived = try check.exists(key, in: .inbox)
            let isSent = try check.exists(key, in: .sent)
            check.require(!isReceived && !isSent, .changes, key, "a note has the same place")
            let isTrue = try isTrue(change, at: sequence)
            check.require(isTrue, .changes, key, "what it tells of is not there")
        }
        if isBeingErased { return }
        requireTold(answeredReceived, counts.received, "received", of: .inbox)
        requireTold(answeredSent, counts.sent, "sent", of: .sent)
    }

    private func requireTold(_ count: Int, _ told: Int, _ side: String, of table: SchemaTable) {
        check.require(
            count == told,
            table,
            .user(user),
            "of the notes \(side), \(count) are answered, and the feed tells of \(told)"
        )
    }

    private func isTrue(
        _ change: ChangeEntry,
        at sequence: Sequence
    ) throws(StorageError) -> Bool {
        switch change {
        case .answeredReceived(let note): return try isAnswered(.place(user, note), in: .inbox)
        case .answeredSent(let note): return try isAnswered(.place(user, note), in: .sent)
        case .contact(let contact):
            switch try check.find(
                .place(user, contact),
                in: .contacts,
                {
                    value throws(DomainError) in Sequence(try ContactRecord(value).changeSequence)
                }
            ) {
            case .sound(sequence), .damaged: return true
            case .sound, .absent: return false
            }
        case .contactDeleted(let contact):
            let place = secrets.identifiers.place(of: contact)
            guard place.user == user, place.sequence < sequence else { return false }
            return try !check.exists(.place(place), in: .contacts)
        case .user:
            switch account {
            case .sound(let record): return record.changeSequence == sequence.rawValue
            case .damaged: return true
            case .absent: return false
            }
        }
    }

    private func isAnswered(_ key: Key, in table: SchemaTable) throws(StorageError) -> Bool {
        let identifiers = secrets.identifiers
        var route: OpaqueID?
        let found = try check.find(key, in: table) { value throws(DomainError) -> Bool in
            if table == .inbox { return try ReceivedNote(value).isAnswered }
            switch try SentNote(value).body {
            case .kept(_, let answer): return answer != nil
            case .received(let way):
                route = way
                return false
            }
        }
        if let route {
            return try isAnswered(.place(identifiers.openReceiverRoute(route)), in: .inbox)
        }
        switch found {
        case .absent: return false
        case .damaged: return true
        case .sound(let isAnswered): return isAnswered
        }
    }
}

extension ChangeEntry {
    fileprivate var isAnswerReceived: Bool {
        if case .answeredReceived = self { true } else { false }
    }

    fileprivate var isAnswerSent: Bool {
        if case .answeredSent = self { true } else { false }
    }
}
