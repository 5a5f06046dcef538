internal import AccountRules
internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreView: NoteAdministrationReading {
    package func doorSums() throws(DomainError) -> DoorSums { try DoorSums(records) }

    package func visitReports(
        before number: UInt64?,
        limit: Int,
        _ visit: (Report) -> PageStep
    ) throws(DomainError) -> UInt64? {
        var page = RecordPage<UInt64>(limit: limit)
        let range = KeyRange(lower: Key(), upper: number.map { .report($0) })
        try scanSound(.reports, range, .descending, atMost: limit.andOneMore) {
            key,
            value throws(DomainError) in
            let number: UInt64 = try key.number(at: 0, of: .report)
            return try page.add(number) { () throws(DomainError) in
                visit(try report(number, try ReportRecord(value)))
            }
        }
        return page.next
    }

    package func report(_ number: UInt64) throws(DomainError) -> Report? {
        guard let record = try reportRecord(number) else { return nil }
        return try report(number, record)
    }

    package func sender(
        of note: MessageID,
        receivedBy user: UserNumber
    ) throws(DomainError) -> NoteSender? {
        let place = secrets.identifiers.receivedPlace(of: note)
        guard place.user == user else { return nil }
        return try value(of: .place(place), in: .inbox) { value throws(DomainError) in
            try sender(behind: try ReceivedNote(value).route)
        }
    }

    package func reportedSender(of report: UInt64) throws(DomainError) -> NoteSender? {
        guard let record = try reportRecord(report) else { return nil }
        return try sender(behind: try record.senderRoute())
    }

    package func receivedNote(
        _ note: NoteReference
    ) throws(DomainError) -> (receiver: UserNumber, id: MessageID)? {
        switch note {
        case .report(let number):
            guard let record = try reportRecord(number) else { return nil }
            let place = Place(UserNumber(record.receiver), Sequence(record.sequence))
            return (place.user, secrets.identifiers.receivedID(place))
        case .received(let id):
            return (secrets.identifiers.receivedPlace(of: id).user, id)
        }
    }

    package func senderNumber(of note: NoteReference) throws(DomainError) -> UserNumber?? {
        let route: OpaqueID??
        switch note {
        case .report(let number):
            route = try reportRecord(number).map { record throws(DomainError) in
                try record.senderRoute()
            }
        case .received(let id):
            let place = secrets.identifiers.receivedPlace(of: id)
            route = try value(of: .place(place), in: .inbox) { value throws(DomainError) in
                try ReceivedNote(value).route
            }
        }
        guard let route else { return nil }
        guard let number = route.map({ secrets.identifiers.openSenderRoute($0).user }) else {
            return .some(nil)
        }
        if try contains(.user(number), in: .users) { return number }
        return try isGuest(number) ? number : .some(nil)
    }
}

extension StoreView {
    /// The stored form of a report.
    func reportRecord(_ number: UInt64) throws(DomainError) -> ReportRecord? {
        try value(of: .report(number), in: .reports) { value throws(DomainError) in
            try ReportRecord(value)
        }
    }

    private func report(_ number: UInt64, _ record: ReportRecord) throws(DomainError) -> Report {
        guard let reason = ReportReason(rawValue: UInt8(clamping: record.reason)) else {
            throw ReportRecord.kind.damaged
        }
        let place = Place(UserNumber(record.receiver), Sequence(record.sequence))
        return Report(
            number: number,
            reason: reason,
            detail: record.detail,
            reportedAt: Instant(milliseconds: record.reportedAt),
            receiver: userID(of: place.user),
            note: secrets.identifiers.receivedID(place),
            content: record.content,
            resolution: record.resolution.map { resolution in
                ReportResolution(
                    operatorName: resolution.operatorName,
                    text: resolution.text,
                    resolvedAt: Instant(milliseconds: resolution.resolvedAt)
                )
            }
        )
    }

    /// Who is at the end of the way from a note to its sender; a guest has no account.
    ///
    /// An account or guest that was removed is gone also while its records are being erased.
    private func sender(behind route: OpaqueID?) throws(DomainError) -> NoteSender {
        guard let route else { return .gone }
        let number = secrets.identifiers.openSenderRoute(route).user
        if let user = try user(number) { return .account(user.id, user.username) }
        if try isRemoved(number) { return .gone }
        // Who deleted the own notes is there all the same.
        for table in [TableID.sent, .changes] where try !isEmpty(.all(of: number), in: table) {
            return .guest(userID(of: number))
        }
        return .gone
    }
}
