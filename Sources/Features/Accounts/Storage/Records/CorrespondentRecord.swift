internal import AccountRules
internal import Domain
internal import Records

extension Correspondent {
    /// Reads what sending needs of a stored `UserRecord`, and passes over the rest.
    ///
    /// By hand, for every note asks: a test holds it to the record's `Codable` form.
    /// - Throws: `dataLoss` when what is read is damaged.
    init(_ number: UserNumber, in value: RawSpan) throws(DomainError) {
        let kind = UserRecord.kind
        var scanner = FieldScanner(0..<value.byteCount, of: kind)
        guard let username = try scanner.record(1, in: value) else { throw kind.damaged }
        // E-mail address, password hash, picture and sealed link token.
        for field in 2...5 as ClosedRange<UInt8> { _ = try scanner.record(field, in: value) }
        let policy = try scanner.number(6, in: value)
        _ = try scanner.number(7, in: value)
        let status = try scanner.number(8, in: value)
        // When it was opened, and where its entry in the feed is.
        for field in 9...10 as ClosedRange<UInt8> { _ = try scanner.number(field, in: value) }
        let grain = try scanner.number(11, in: value)
        guard let senderPolicy = SenderPolicy(rawValue: UInt8(clamping: policy)),
            let status = AccountStatus(rawValue: UInt8(clamping: status)),
            let anonymousTimes = TimeGrain(rawValue: UInt8(clamping: grain))
        else { throw kind.damaged }
        self.init(
            number: number,
            displayName: try value.text(in: username, of: kind),
            senderPolicy: senderPolicy,
            status: status,
            anonymousTimes: anonymousTimes
        )
    }
}
