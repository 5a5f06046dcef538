package import Domain
package import NoteRules
package import Records
package import StorageEngine

// What somebody does not want to read, or to have passed over.

extension TableID {
    /// Reports of notes, by their number.
    package static let reports = TableID(rawValue: 14)
    /// Words that people, or the operator, do not want to read, by whom and a digest of the word.
    package static let unwantedWords = TableID(rawValue: 22)
}

extension Key {
    /// A key of `blocks`.
    package static func block(
        by receiver: UserNumber,
        _ pseudonym: OpaqueID,
        _ sequence: Sequence
    ) -> Key {
        BlockRow.Form.key(receiver, pseudonym, sequence)
    }

    /// A key of `reports`.
    package static func report(_ number: UInt64) -> Key { number.storedKey }

    /// A key of `unwanted_words`.
    static func unwantedWord(_ owner: UserNumber, _ digest: OpaqueID) -> Key {
        OwnedID(owner, digest).storedKey
    }
}

extension KeyRange {
    /// A receiver's blocks of one sender.
    static func blocks(of pseudonym: OpaqueID, by receiver: UserNumber) -> KeyRange {
        KeyRange(prefix: TwoParts<UserNumber, OpaqueID>.key(receiver, pseudonym))
    }
}

extension NumberSeries {
    /// The numbers of reports.
    static let reports = NumberSeries(.keys(of: [.reports]))
}

/// A block.
package struct BlockRow: TableRow {
    typealias Form = ThreeParts<UserNumber, OpaqueID, Sequence>

    /// Of the note that made it.
    package var place = Place(.nobody, .start)
    /// The name under which the receiver's blocks know the sender.
    package var pseudonym = OpaqueID(high: 0, low: 0)
    /// When it was made and what it stops.
    package var block = BlockEntry(blockedAt: Instant(milliseconds: 0), disclosure: nil)

    /// The receiver, the pseudonym and the place of the note.
    package static var keyParts: [any KeyValue.Type] { Form.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.block
    /// One of which nothing is known.
    package static let blank = BlockRow()

    private init() {}

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        (place.user, pseudonym, place.sequence) = try Form.values(of: key, .block)
        block = try BlockEntry(value)
    }

    /// The key to store it under.
    package var storedKey: Key { .block(by: place.user, pseudonym, place.sequence) }

    /// When it was made and what it stops.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { block.encoded() }
}

/// A report, under its number.
package typealias ReportRow = Keyed<UInt64, ReportRecord>

extension ReportRecord {
    /// Where the note stands in its receiver's inbox.
    var place: Place {
        get { Place(UserNumber(receiver), Sequence(sequence)) }
        set { (receiver, sequence) = (newValue.user.rawValue, newValue.sequence.rawValue) }
    }
}

/// A word that somebody does not want to read, under the owner and half a hash of what the word is
/// looked for by; of the operator's list the owner is nobody.
package typealias WordRow = Keyed<OwnedID, UnwantedWordRecord>

extension UnwantedWordRecord {
    /// The word as its owner wrote it.
    package var word: UnwantedWord { UnwantedWord(stored: text) }
}

extension Schema {
    /// Blocks, by the receiver, the sender's pseudonym and the note that made each.
    package static let blocks = SchemaTable<BlockRow>(
        .blocks,
        "blocks",
        key: ["receiver", "pseudonym", "seq"],
        line: DumpLine(
            "block",
            place: 6,
            isShownWithoutSenders: true,
            moment: { $0.block.blockedAt },
            // That of the notes: keys go by pseudonyms, which bring those of one sender together.
            order: { $0.place.sequence.rawValue },
            fields: [
                .person("user", \.place.user),
                .sequence(\.place.sequence),
                // It would show which notes have one sender.
                .id("pseudonym", \.pseudonym, .withSenders),
                .shown(
                    "note",
                    .id(.shown { row, secrets in secrets.identifiers.receivedID(row.place).opaque })
                ),
                .moment("blocked_at", \.block.blockedAt),
                .word(
                    "stops",
                    .withSenders,
                    [("anonymous", Disclosure.anonymous), ("named", .username)],
                    Access(optional: \.block.disclosure)
                ),
            ]
        )
    )

    /// Reports of notes, by their number.
    package static let reports = SchemaTable<ReportRow>(
        .reports,
        "reports",
        key: ["number"],
        owner: .record { UserNumber($0.record.receiver) },
        erasure: .blanked(by: .reports, because: "whoever is reported could make it go by going"),
        archive: .report,
        line: DumpLine(
            "report",
            place: 7,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.reportedAt) },
            fields: reportFields
        )
    )

    private static let reportFields: [Field<ReportRow>] = [
        .number("number", \.key),
        Field("receiver", .withSenders, .place(Access(\.record.place))),
        .shown("receiver", .person(.shown { row, _ in row.record.place.user })),
        .shown(
            "note",
            .id(
                .shown { row, secrets in
                    secrets.identifiers.receivedID(row.record.place).opaque
                }
            )
        ),
        .word("reason", ReportReason.self, \.record.reason),
        .written("detail", \.record.detail),
        .moment("reported_at", \.record.reportedAt),
        .written("content", \.record.content),
        .object(
            "resolution",
            \.record.resolution,
            blank: ReportRecord.Resolution(),
            [
                .text("operator", \.operatorName),
                .text("text", \.text),
                .moment("resolved_at", \.resolvedAt),
            ]
        ),
        Field(
            "sender",
            .withSenders,
            .place(
                Access { row, secrets in
                    let route = row.record.sealedSenderRoute.flatMap(OpaqueID.init)
                    return route.map(secrets.identifiers.openSenderRoute)
                } _: { row, sender, secrets in
                    let route = secrets.identifiers.sealSenderRoute(sender)
                    row.record.sealedSenderRoute = route.bytes
                }
            )
        ),
    ]

    /// Words that people, or the operator, do not want to read, by whom and a digest of the word.
    package static let unwantedWords = SchemaTable<WordRow>(
        .unwantedWords,
        "unwanted_words",
        key: ["owner", "half a hash of the folded word"],
        owner: .account,
        line: DumpLine(
            "word",
            place: 13,
            moment: { Instant(milliseconds: $0.record.addedAt) },
            finish: { row, secrets throws(DumpProblem) in
                guard row.record.text.utf8.count <= DomainLimits.unwantedWordByteCountMax,
                    secrets.digests.unwantedWord(row.record.word) == row.key.id
                else { throw DumpProblem("'digest' is not that of the word") }
            },
            fields: [
                .person("user", \.key.user),
                .id("digest", \.key.id),
                .written("word", \.record.text),
                .moment("added_at", \.record.addedAt),
            ]
        )
    )
}
