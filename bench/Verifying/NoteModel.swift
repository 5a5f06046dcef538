import Locking
import NoteletAPI
import Networking
import ProtobufCoding

/// What a run knows of every user's notes, and what was found otherwise; used by all load threads.
final class NoteModel: Sendable {
    /// What was found otherwise.
    let differences = Differences()

    private let shards: [Shard]
    private let messageIDs = Mutex<Set<UInt128>>([])
    private let accessTokens = Mutex<Set<String>>([])

    /// Enough that load threads seldom meet.
    private static let shardCount = 64

    /// Some of the users, behind one lock.
    private final class Shard: Sendable {
        let users: Mutex<[Int: ReceivedNotes]>

        init() {
            users = Mutex([:])
        }
    }

    /// Knows nothing yet.
    init() {
        shards = (0..<NoteModel.shardCount).map { _ in Shard() }
    }

    /// A note that a page shows, reduced to what is compared.
    static func note(_ message: ReceivedMessage) -> ReceivedNotes.Note {
        var message = message
        return message.content.withUTF8 { content in
            let bytes = UnsafeRawBufferPointer(content)
            return ReceivedNotes.Note(
                id: message.id.count == 16
                    ? message.id.reduce(0) { $0 << 8 | UInt128($1) } : 0,
                contentHash: hash(bytes),
                number: Stamp(endOf: bytes)?.number
            )
        }
    }

    /// Takes in what a user's history held before the run.
    func setEarlier(_ notes: [ReceivedNotes.Note], of user: Int) {
        withNotes(of: user) { $0.earlier = notes }
    }

    /// Notes that a send begins; to be called before the request leaves.
    func begin(_ number: UInt64, to receiver: Int, _ content: UnsafeRawBufferPointer) {
        let hash = NoteModel.hash(content)
        withNotes(of: receiver) { notes in
            notes.begin(number, contentHash: hash, at: MonotonicClock.now())
        }
    }

    /// Notes that a send was acknowledged, with the sender's id of the note.
    func acknowledge(_ call: Call, _ messageID: UInt128, at time: UInt64) {
        withNotes(of: call.user) { $0.acknowledge(call.number, at: time) }
        guard messageIDs.withLock({ $0.insert(messageID).inserted }) else {
            return differences.add("the id of note \(call.number) was given to another before")
        }
    }

    /// Compares the newest page of a user's history.
    func check(_ page: UnsafeRawBufferPointer, of user: Int, askedAt time: UInt64) {
        guard let page = NoteModel.decode(ListReceivedResponse.self, page) else {
            return differences.add("user \(user): the history cannot be decoded")
        }
        check(
            ReceivedNotes.Page(
                notes: page.messages.map(NoteModel.note),
                isLast: page.nextCursor.isEmpty,
                askedAt: time
            ),
            of: user
        )
    }

    /// Compares a part of a user's history, from its newest note on.
    func check(_ page: ReceivedNotes.Page, of user: Int) {
        guard let difference = withNotes(of: user, { $0.difference(from: page) }) else { return }
        differences.add("user \(user), \(page.notes.count) notes: \(difference)")
    }

    /// Compares a note that a watcher of a user got; returns its number if it is as it was sent.
    func checkArrival(_ content: UnsafeRawBufferPointer, at user: Int) -> UInt64? {
        guard let stamp = Stamp(endOf: content),
            let note = withNotes(of: user, { $0.sentNote(stamp.number) })
        else {
            differences.add("user \(user): a note arrived that was not sent")
            return nil
        }
        guard note.contentHash == NoteModel.hash(content) else {
            differences.add("user \(user): note \(stamp.number) arrived with another content")
            return nil
        }
        return stamp.number
    }

    /// Looks for acknowledged notes that a watcher did not get.
    func checkArrivals(_ numbers: Set<UInt64>, at user: Int) {
        let missing = withNotes(of: user) { notes in
            notes.sent.first { $0.acknowledgedAt != nil && !numbers.contains($0.number) }
        }
        guard let missing else { return }
        differences.add("user \(user): a watcher did not get note \(missing.number)")
    }

    /// Looks at the answer to a log-in: it is the right user's, with tokens of its own.
    func checkSignIn(_ response: UnsafeRawBufferPointer, of user: Int) {
        guard let response = NoteModel.decode(LogInResponse.self, response) else {
            return differences.add("user \(user): the log-in's answer cannot be decoded")
        }
        guard response.user?.email == Population.email(ofUserAt: user) else {
            return differences.add("user \(user): the log-in gave another user's account")
        }
        let token = response.session?.accessToken ?? ""
        guard !token.isEmpty, accessTokens.withLock({ $0.insert(token).inserted }) else {
            return differences.add("user \(user): the log-in gave no new token")
        }
    }

    /// The users to whom this run sent notes.
    var receivers: [Int] {
        shards.flatMap { shard in
            shard.users.withLock { users in users.filter { !$0.value.sent.isEmpty }.map(\.key) }
        }
    }

    /// How many notes were acknowledged.
    var acknowledgedCount: Int { messageIDs.withLock { $0.count } }

    private func withNotes<Value: Sendable>(
        of user: Int,
        _ body: (inout ReceivedNotes) -> Value
    ) -> Value {
        shards[user % NoteModel.shardCount].users.withLock { users in
            body(&users[user, default: ReceivedNotes()])
        }
    }

    private static func decode<Message: Decodable>(
        _ type: Message.Type,
        _ bytes: UnsafeRawBufferPointer
    ) -> Message? {
        try? ProtobufDecoder(limits: .replies).decode(type, from: bytes.bytes)
    }

    private static func hash(_ content: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: content)
        return hasher.finalize()
    }
}
