internal import Cryptography
internal import DeliveryRules
internal import Domain
internal import Records
internal import StorageEngine

// What is said about orders, and by whom.

/// Something that was said, under where the feed of the channel tells it.
struct ChatRow: StoredRow {
    var key = SharedPlace.blank
    var author = UserNumber.nobody
    /// Its place among what its author said; the start for operators.
    var saying = Sequence.start
    var role: UInt32 = 0
    var text = ""
    var clientID: [UInt8] = []
    var sentAt = Instant(milliseconds: 0)

    enum CodingKeys: Int, CodingKey {
        case author = 1
        case saying = 2
        case role = 3
        case text = 4
        case clientID = 5
        case sentAt = 6
    }

    static let kind = RecordKind("message about an order")

    var isSound: Bool { ChatRole(stored: role) != nil }

    var isLegal: Bool {
        ShortText.fits(text, DomainLimits.chatTextCharacters)
            && DomainLimits.chatClientIDByteCounts.contains(clientID.count)
    }

    /// What it says about an order.
    func message(about order: OrderID) -> ChatMessage {
        ChatMessage(
            order: order,
            number: key.sequence.rawValue,
            author: author,
            role: ChatRole(stored: role) ?? .dispatcher,
            text: text,
            clientID: clientID,
            sentAt: sentAt
        )
    }
}

/// What somebody is to a channel, under where its feed tells how far that one has read.
struct ChannelPersonRow: StoredRow {
    var key = SharedPlace.blank
    var person = UserNumber.nobody
    var isInvited = false
    var readNumber: UInt64 = 0

    enum CodingKeys: Int, CodingKey {
        case person = 1
        case isInvited = 2
        case readNumber = 3
    }

    static let kind = RecordKind("person of a channel")

    var channelPerson: ChannelPerson {
        ChannelPerson(person, isInvited: isInvited, readNumber: readNumber)
    }
}

/// Somebody in a channel, by its feed.
struct ChannelPlace: TwoPartKey {
    let feed: SharedFeed
    let person: UserNumber

    init(_ feed: SharedFeed, _ person: UserNumber) {
        (self.feed, self.person) = (feed, person)
    }

    var pair: (SharedFeed, UserNumber) { (feed, person) }
}

/// A channel of somebody's.
struct PersonChannel: TwoPartKey {
    let person: UserNumber
    let feed: SharedFeed

    init(_ person: UserNumber, _ feed: SharedFeed) {
        (self.person, self.feed) = (person, feed)
    }

    var pair: (UserNumber, SharedFeed) { (person, feed) }
}

/// What an application calls a message: the channel, the author, and half a hash of the name.
struct ChatName: TwoPartKey {
    let place: ChannelPlace
    let hash: OpaqueID

    init(_ place: ChannelPlace, _ hash: OpaqueID) {
        (self.place, self.hash) = (place, hash)
    }

    var pair: (ChannelPlace, OpaqueID) { (place, hash) }
}

extension KeyPurpose {
    /// Hashes of what applications call messages about orders.
    static let chatName = KeyPurpose(rawValue: 35)
}

extension LookupDigests {
    /// What an application calls a message of somebody in a channel.
    func chatName(_ clientID: [UInt8], of author: UserNumber, in feed: SharedFeed) -> ChatName {
        let hash = digest(of: clientID.span.bytes, for: .chatName).firstHalf
        return ChatName(ChannelPlace(feed, author), hash)
    }
}

/// That somebody said something, in the order in which that was.
typealias SayingEntry = EntryRow<Place, SharedPlace>

/// That somebody is something to a channel, and where its feed tells of that one.
typealias PersonChannelEntry = EntryRow<PersonChannel, Sequence>

/// What the feed of a channel tells.
enum ChannelEvent: UInt8, SharedEvent {
    /// Something was said.
    case said = 1
    /// Somebody came, or has read on.
    case read = 2

    /// None: what is there no longer is told of no longer.
    var isEnd: Bool { false }
}

extension Schema {
    /// What is kept of channels.
    static let tablesOfChat: [any TableDeclaration] = [
        chatMessages, sayings, chatNames, channelPeople, channelsOfPeople, chatByDay,
    ]

    static let chatMessages: SchemaTable<ChatRow> = SchemaTable(
        80,
        "chat_messages",
        key: ["feed", "seq"],
        owner: .record(\.author),
        erasure: .ownStep { author, remaining, store throws(DomainError) in
            try store.erase(by: sayings, of: author, &remaining, recordCount: 5) {
                entry throws(DomainError) in
                try store.deleteMessage(at: entry.value)
            }
        },
        archive: .goes { _, value, _ throws(DomainError) in try ChatRow(value).author },
        indexes: [
            TableIndex(sayings, "its author does not lead to it") { row, _ in
                if row.author == .nobody { return nil }
                return SayingEntry(Place(row.author, row.saying), row.key)
            },
            TableIndex(chatNames, "its name does not lead to it") { row, secrets in
                let feed = row.key.feed
                let name = secrets.digests.chatName(row.clientID, of: row.author, in: feed)
                return EntryRow(name, row.key)
            },
            TableIndex(chatByDay, "its day does not lead to it") { row, _ in
                KeyRow(DayEntry(row.sentAt.dayNumber, row.key))
            },
        ],
        flaw: { row, exists in
            guard exists(row.key.feed.number.storedKey, orders.id) else {
                return "its order is not there"
            }
            return row.isLegal ? nil : "a field is beyond its limits"
        },
        telling: { ChannelEvent.said.entry(of: $0.key) },
        line: DumpLine(
            "chat_message",
            place: 54,
            moment: { $0.sentAt },
            finish: { row, _ throws(DumpProblem) in
                guard row.isSound else { throw DumpProblem("'role' is none") }
            },
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .person("author", \.author),
                .number("saying", \.saying),
                .word("role", ChatRole.self, \.role),
                .written("text", \.text),
                .binary("client_id", \.clientID),
                .moment("sent_at", \.sentAt),
            ]
        )
    )

    static let sayings = SchemaTable<SayingEntry>(
        81,
        "chat_messages_of_people",
        key: ["author", "seq"],
        owner: .account,
        archive: .kept(because: "a restored store tells the channels once more what went"),
        entries: .leading(SayingEntry.self, to: chatMessages.id, "it leads to no message of theirs")
    )

    static let chatNames = SchemaTable<EntryRow<ChatName, SharedPlace>>(
        82,
        "chat_names",
        key: ["feed", "author", "half a hash of the name"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the message that it leads to"),
        archive: .goes { key, _, _ throws(DomainError) in
            try ChatName(key: key, of: .uniqueEntry).place.person
        },
        entries: .leading(
            EntryRow<ChatName, SharedPlace>.self,
            to: chatMessages.id,
            "it leads to no message of that name"
        )
    )

    static let channelPeople: SchemaTable<ChannelPersonRow> = SchemaTable(
        83,
        "channel_people",
        key: ["feed", "seq"],
        owner: .record(\.person),
        erasure: .ownStep { person, remaining, store throws(DomainError) in
            try store.erase(by: channelsOfPeople, of: person, &remaining, recordCount: 3) {
                entry throws(DomainError) in
                try store.deleteChannelPerson(at: SharedPlace(entry.key.feed, entry.value))
            }
        },
        archive: .goes { _, value, _ throws(DomainError) in try ChannelPersonRow(value).person },
        indexes: [
            TableIndex(channelsOfPeople, "its person does not lead to it") { row, _ in
                PersonChannelEntry(PersonChannel(row.person, row.key.feed), row.key.sequence)
            }
        ],
        flaw: { row, exists in
            exists(row.key.feed.number.storedKey, orders.id) ? nil : "its order is not there"
        },
        telling: { ChannelEvent.read.entry(of: $0.key) },
        line: DumpLine(
            "channel_person",
            place: 55,
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .person("person", \.person),
                .yes("invited", \.isInvited),
                .number("read", \.readNumber),
            ]
        )
    )

    static let channelsOfPeople = SchemaTable<PersonChannelEntry>(
        84,
        "channels_of_people",
        key: ["person", "feed"],
        owner: .account,
        archive: .kept(because: "a restored store tells the channels once more who left"),
        entries: EntryForm("it leads to no channel of theirs") {
            key,
            value,
            _ throws(DomainError) in
            let entry = try PersonChannel(key: key, of: .uniqueEntry)
            let place = SharedPlace(entry.feed, try Sequence(key: value, of: .uniqueEntry))
            return EntryForm.Reference(channelPeople.id, place.storedKey)
        }
    )

    static let chatByDay = SchemaTable<KeyRow<DayEntry<SharedPlace>>>(
        86,
        "chat_messages_by_day",
        key: ["day", "feed", "seq"],
        owner: .nobody,
        erasure: .stays(because: "it goes with the message that it leads to"),
        archive: .kept(because: "it names nobody"),
        entries: EntryForm("it leads to no message of that day") { key, _, _ throws(DomainError) in
            let entry = try DayEntry<SharedPlace>(key: key, of: .uniqueEntry)
            return EntryForm.Reference(chatMessages.id, entry.of.storedKey)
        }
    )
}
