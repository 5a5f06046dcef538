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
    package static func report(_ number: UInt64) -> Key { ReportRow.Form.key(number) }

    /// A key of `unwanted_words`.
    static func unwantedWord(_ owner: UserNumber, _ digest: OpaqueID) -> Key {
        WordRow.Form.key(owner, digest)
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
package struct BlockRow {
    typealias Form = ThreeParts<UserNumber, OpaqueID, Sequence>

    /// Of the note that made it.
    package var place = Place(.nobody, .start)
    /// The name under which the receiver's blocks know the sender.
    package var pseudonym = OpaqueID(high: 0, low: 0)
    /// When it was made and what it stops.
    package var block = BlockEntry(blockedAt: Instant(milliseconds: 0), disclosure: nil)
}

/// A report.
package struct ReportRow {
    typealias Form = OnePart<UInt64>

    var number: UInt64 = 0
    /// What is stored under the key.
    package var record = ReportRecord()

    /// Where the note stands in its receiver's inbox.
    var place: Place {
        get { Place(UserNumber(record.receiver), Sequence(record.sequence)) }
        set {
            (record.receiver, record.sequence) = (
                newValue.user.rawValue, newValue.sequence.rawValue
            )
        }
    }
}

/// A word that somebody does not want to read; of the operator's list the owner is nobody.
package struct WordRow {
    typealias Form = TwoParts<UserNumber, OpaqueID>

    var owner = UserNumber.nobody
    /// Half a hash of what the word is looked for by.
    package var digest = OpaqueID(high: 0, low: 0)
    var record = UnwantedWordRecord()

    /// The word as its owner wrote it.
    package var word: UnwantedWord { UnwantedWord(stored: record.text) }
}

extension Schema {
    /// Blocks, by the receiver, the sender's pseudonym and the note that made each.
    package static let blocks = SchemaTable<BlockRow>(
        .blocks,
        "blocks",
        key: BlockRow.Form("receiver", "pseudonym", "seq"),
        owner: .person,
        erasure: .withPerson,
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(.block, blank: BlockRow()) { key, value throws(DomainError) in
            let (receiver, pseudonym, sequence) = try BlockRow.Form.values(of: key, .block)
            return BlockRow(
                place: Place(receiver, sequence),
                pseudonym: pseudonym,
                block: try BlockEntry(value)
            )
        } key: { row in
            .block(by: row.place.user, row.pseudonym, row.place.sequence)
        } value: { row, _ in
            row.block.encoded()
        },
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
                Field("pseudonym", .withSenders, .id(Access(\.pseudonym))),
                .shown(
                    "note",
                    .id(.shown { row, secrets in secrets.identifiers.receivedID(row.place).opaque })
                ),
                Field("blocked_at", .moment(Access(\.block.blockedAt))),
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
        key: ReportRow.Form("number"),
        owner: .record { UserNumber($0.record.receiver) },
        erasure: .blanked(by: .reports, because: "whoever is reported could make it go by going"),
        sight: .nothing,
        archive: .report,
        form: RecordForm(.report, blank: ReportRow()) { key, value throws(DomainError) in
            let record = try ReportRecord(value)
            guard reasons.contains(where: { $0.1 == record.reason }) else {
                throw RecordKind.report.damaged
            }
            _ = try record.senderRoute()
            return ReportRow(number: try ReportRow.Form.value(of: key, .report), record: record)
        } key: { row in
            .report(row.number)
        } value: { row, _ in
            row.record.encoded()
        },
        line: DumpLine(
            "report",
            place: 7,
            isShownWithoutSenders: true,
            moment: { Instant(milliseconds: $0.record.reportedAt) },
            fields: reportFields
        )
    )

    private static let reportFields: [Field<ReportRow>] = [
        Field("number", .number(Access(\.number))),
        Field("receiver", .withSenders, .place(Access(\.place))),
        .shown("receiver", .person(.shown { row, _ in row.place.user })),
        .shown(
            "note",
            .id(.shown { row, secrets in secrets.identifiers.receivedID(row.place).opaque })
        ),
        .word("reason", reasons, Access(\.record.reason)),
        Field("detail", .written(Access(\.record.detail))),
        Field("reported_at", .moment(Access(milliseconds: \.record.reportedAt))),
        Field("content", .written(Access(\.record.content))),
        Field(
            "resolution",
            .object(
                isThere: { $0.record.resolution != nil },
                begin: { $0.record.resolution = ReportRecord.Resolution() },
                resolutionFields
            )
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

    private static let resolutionFields: [Field<ReportRow>] = [
        Field(
            "operator",
            .text(
                Access(
                    get: { $0.record.resolution?.operatorName },
                    set: { $0.record.resolution?.operatorName = $1 }
                )
            )
        ),
        Field(
            "text",
            .text(
                Access(
                    get: { $0.record.resolution?.text },
                    set: { $0.record.resolution?.text = $1 }
                )
            )
        ),
        Field(
            "resolved_at",
            .moment(
                Access(
                    get: { $0.record.resolution.map { Instant(milliseconds: $0.resolvedAt) } },
                    set: { $0.record.resolution?.resolvedAt = $1.milliseconds }
                )
            )
        ),
    ]

    private static let reasons: [(String, UInt32)] = ReportReason.allCases.map { reason in
        let words = "\(reason)".map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }
        return (words.joined(), UInt32(reason.rawValue))
    }

    /// Words that people, or the operator, do not want to read, by whom and a digest of the word.
    package static let unwantedWords = SchemaTable<WordRow>(
        .unwantedWords,
        "unwanted_words",
        key: WordRow.Form("owner", "half a hash of the folded word"),
        owner: .account,
        erasure: .withPerson,
        sight: .nothing,
        archive: .goesWithPerson,
        form: RecordForm(.unwantedWord, blank: WordRow()) { key, value throws(DomainError) in
            let (owner, digest) = try WordRow.Form.values(of: key, .unwantedWord)
            return WordRow(owner: owner, digest: digest, record: try UnwantedWordRecord(value))
        } key: { row in
            .unwantedWord(row.owner, row.digest)
        } value: { row, _ in
            row.record.encoded()
        },
        line: DumpLine(
            "word",
            place: 13,
            moment: { Instant(milliseconds: $0.record.addedAt) },
            finish: { row, secrets throws(DumpProblem) in
                guard row.record.text.utf8.count <= DomainLimits.unwantedWordByteCountMax,
                    secrets.digests.unwantedWord(row.word) == row.digest
                else { throw DumpProblem("'digest' is not that of the word") }
            },
            fields: [
                .person("user", \.owner),
                Field("digest", .id(Access(\.digest))),
                Field("word", .written(Access(\.record.text))),
                Field("added_at", .moment(Access(milliseconds: \.record.addedAt))),
            ]
        )
    )
}
