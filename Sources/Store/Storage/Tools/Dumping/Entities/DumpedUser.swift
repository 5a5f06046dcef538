internal import Domain

/// An account in a dump.
struct DumpedUser: DumpedRecord {
    static let entity = DumpEntity.user

    private let number: UserNumber
    private let record: UserRecord
    private let policy: String
    private let status: String
    private let anonymousTimes: TimeGrain

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(8, of: .account)
        number = UserNumber(try key.number(at: 0, of: .account))
        let record = try UserRecord(value)
        self.record = record
        guard let policy = Self.policies.first(where: { $0.1 == record.senderPolicy }),
            let status = Self.statuses.first(where: { $0.1 == record.status }),
            let anonymousTimes = TimeGrain(rawValue: UInt8(clamping: record.anonymousTimes))
        else { throw UserRecord.kind.damaged }
        self.policy = policy.0
        self.status = status.0
        self.anonymousTimes = anonymousTimes
    }

    var owner: UserNumber? { number }
    var moment: Instant? { Instant(milliseconds: record.createdAt) }

    private static let policies: [(String, UInt32)] = [
        ("anyone", UInt32(SenderPolicy.anyone.rawValue)),
        ("signed_in", UInt32(SenderPolicy.signedIn.rawValue)),
    ]
    private static let statuses: [(String, UInt32)] = AccountStatus.allCases.map { status in
        ("\(status)", UInt32(status.rawValue))
    }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("number", number: number.rawValue)
        line.write("id", id: secrets.identifiers.userID(of: number).opaque)
        writeShown(to: &line)
        line.write("password_hash", record.passwordHash)
        line.write("sealed_link", binary: record.sealedLinkToken)
        line.write("change", number: record.changeSequence)
    }

    func writeWithoutSenders(to line: inout JSONWriter, _ secrets: StoreSecrets) -> Bool {
        line.write("id", id: secrets.identifiers.userID(of: number).opaque)
        writeShown(to: &line)
        line.write("has_link", flag: record.sealedLinkToken != nil)
        return true
    }

    private func writeShown(to line: inout JSONWriter) {
        line.write("username", record.username)
        line.write("email", record.email)
        line.write("profile_image_url", record.profileImageURL)
        line.write("sender_policy", policy)
        if anonymousTimes == .day { line.write("coarse_times", flag: true) }
        line.write("status", status)
        let premium = record.premiumExpiresAt.map(Instant.init(milliseconds:))
        line.write("premium_expires_at", moment: premium)
        line.write("created_at", moment: moment)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let number = UserNumber(try line.number("number"))
        try line.requireID(store.secrets.identifiers.userID(of: number).opaque)
        var record = UserRecord()
        record.username = try line.text("username")
        record.email = try line.text("email")
        record.profileImageURL = try line.optionalText("profile_image_url")
        record.senderPolicy = try line.word("sender_policy", policies)
        let times: TimeGrain = try line.optionalYes("coarse_times") ? .day : .minute
        record.anonymousTimes = UInt32(times.rawValue)
        record.status = try line.word("status", statuses)
        record.premiumExpiresAt = try line.optionalMoment("premium_expires_at")?.milliseconds
        record.createdAt = try line.moment("created_at").milliseconds
        record.passwordHash = try line.text("password_hash")
        record.sealedLinkToken = try line.optionalBinary("sealed_link")
        record.changeSequence = try line.number("change")
        try store.append(record.encoded(), for: .user(number), in: .users)
        let digests = store.secrets.digests
        let username = digests.username(Username(stored: record.username))
        let email = digests.email(EmailAddress(stored: record.email))
        store.putEntry(number.rawValue, for: .username(username), in: .usernames)
        store.putEntry(number.rawValue, for: .email(email), in: .emails)
        guard let box = record.sealedLinkToken else { return }
        guard let token = store.secrets.openLinkToken(box, of: number) else {
            throw DumpProblem("'sealed_link' cannot be opened with this master key")
        }
        store.putEntry(number.rawValue, for: .link(digests.link(token)), in: .links)
    }
}
