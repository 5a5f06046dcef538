internal import NoteRules
internal import Domain
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import AccountRules

/// Everything the service keeps about one account, part by part.
///
/// It reads page by page, each in a read of its own: what is written meanwhile may or may not be in
/// it, and nothing is in it twice. It ends with its session.
struct ExportSource: PullSource {
    let dependencies: ServiceDependencies
    let identity: Identity
    private var stage = Stage.user
    private var place: Sequence?
    /// Encoded parts that were read and not yet sent, the next one last.
    private var pending: [[UInt8]] = []

    private enum Stage: Int, CaseIterable {
        case user = 1
        case contacts
        case received
        case sent
        case blocks
        case sessions
        case mutedWords
        case done
    }

    private static let partsPerReadMax = 100

    /// Prepares the export of an account.
    init(dependencies: ServiceDependencies, identity: Identity) {
        self.dependencies = dependencies
        self.identity = identity
    }

    mutating func pull() throws(DomainError) -> Pull {
        while pending.isEmpty {
            guard stage != .done else { return .end }
            try readMore()
        }
        return .message(pending.removeLast())
    }

    func heartbeat() -> [UInt8]? { nil }

    private mutating func readMore() throws(DomainError) {
        let (source, now) = (self, dependencies.clock.now())
        let (parts, next) = try dependencies.store.read { store throws(DomainError) in
            try source.parts(in: store, at: now)
        }
        pending = parts.reversed()
        place = next
        if next == nil, let following = Stage(rawValue: stage.rawValue + 1) { stage = following }
    }

    /// The next parts of the present stage, and where it goes on; nil when it is complete.
    private func parts(
        in store: any Reading,
        at now: Instant
    ) throws(DomainError) -> ([[UInt8]], Sequence?) {
        let user = identity.user
        guard try store.hasSession(identity.session) else {
            throw .refused(.notAuthenticated)
        }
        var parts: [[UInt8]] = []
        let collect = { (note: RawSpan, field: Int) -> PageStep in
            var writer = ProtobufWriter()
            writer.writeBytes(note, field: field)
            parts.append(writer.finish())
            return .next
        }
        switch stage {
        case .user:
            let account = try store.account(of: identity)
            let wire = NoteletAPI.User(account, linkBaseURL: dependencies.linkBaseURL)
            return ([encode(ExportDataResponse(part: .user(wire)))], nil)
        case .contacts:
            let page = try store.contacts(of: user, after: place, limit: Self.partsPerReadMax)
            let encoded = page.contacts.map { contact in
                encode(ExportDataResponse(part: .contact(NoteletAPI.Contact(contact, at: now))))
            }
            return (encoded, page.next)
        case .received:
            let next = try store.visitReceived(
                by: user,
                before: place,
                limit: Self.partsPerReadMax
            ) { collect($0, Stage.received.rawValue) }
            return (parts, next)
        case .sent:
            let next = try store.visitSent(
                by: user,
                before: place,
                limit: Self.partsPerReadMax
            ) { collect($0, Stage.sent.rawValue) }
            return (parts, next)
        case .blocks:
            let encoded = try store.blocks(of: user).map { block in
                encode(ExportDataResponse(part: .blockedMessageID(block.message.opaque.bytes)))
            }
            return (encoded, nil)
        case .sessions:
            let encoded = try store.sessions(of: user).map { session in
                encode(ExportDataResponse(part: .session(ExportedSession(session))))
            }
            return (encoded, nil)
        case .mutedWords:
            let encoded = try store.unwantedWords(of: user).map { word in
                encode(ExportDataResponse(part: .mutedWord(word.text)))
            }
            return (encoded, nil)
        case .done:
            return ([], nil)
        }
    }
}

extension ExportedSession {
    /// A session without its tokens.
    fileprivate init(_ session: AccountRules.Session) {
        self.init(
            openedAt: Timestamp(session.openedAt),
            refreshedAt: Timestamp(session.refreshedAt)
        )
    }
}
