internal import AccountStorage
internal import Domain
internal import NoteStorage
package import Records
internal import Storage
package import StorageEngine

/// One of the things that bring a store from a version of the schema to the next.
///
/// It is carried out in parts, each a transaction of its own. A migration that was cut short is
/// run again from the first part of the first step, so a part must find what it has done before
/// and leave it as it is.
package struct MigrationStep: Sendable {
    /// What it does, as it goes on behind "it would".
    package let summary: String
    /// Does the next part.
    package let runPart: Part

    /// Does what comes behind a place, in one bounded change: some hundreds of records.
    ///
    /// - Parameters:
    ///   - place: what the part before it answered; nil for the first one.
    ///   - records: the store, as the part sees and changes it.
    ///   - secrets: what makes keys and ids.
    /// - Returns: The place to go on from; nil if all is done.
    package typealias Part =
        @Sendable (
            _ place: Key?,
            _ records: any WriteView,
            _ secrets: StoreSecrets
        ) throws(StorageError) -> Key?
}

extension MigrationStep {
    /// Records that one part looks at.
    static let partRecordCount = 256

    /// A step that looks at each record of a table and changes what is to be changed for it.
    ///
    /// - Parameters:
    ///   - table: the table, which `change` may write to as well.
    ///   - summary: what is done, as it goes on behind "it would".
    ///   - change: is lent a record, and writes what the new version wants of it.
    /// - Returns: The step.
    static func forEachRecord(
        of table: TableID,
        summary: String,
        change:
            @escaping @Sendable (
                _ key: Key,
                _ value: RawSpan,
                _ records: any WriteView,
                _ secrets: StoreSecrets
            ) throws(StorageError) -> Void
    ) -> MigrationStep {
        MigrationStep(summary: summary) { place, records, secrets throws(StorageError) in
            var count = 0
            var last: Key?
            try records.scan(table, in: .behind(place), .ascending) {
                bytes,
                value throws(StorageError) in
                guard let key = Key(bytes: bytes) else { throw .dataLoss(table) }
                try change(key, value, records, secrets)
                last = key
                count += 1
                return count == partRecordCount ? .stop : .next
            }
            return count == partRecordCount ? last : nil
        }
    }
}

extension MigrationStep {
    /// The steps from a version to the one that follows it, in the order in which they are done.
    ///
    /// Tables that were appended are made before them.
    package static func steps(from version: UInt32) -> [MigrationStep] {
        switch version {
        // Version 2 has more tables than version 1, too.
        case 1:
            [
                .markReportedNotes, .noteShownNames, .eraseLapsedGuests, .noteLinkedContacts,
                .tellOfBlocks,
            ]
        default: []
        }
    }

    /// The steps that a store needs which was loaded from a dump of a version: what loading has not
    /// made already.
    package static func steps(ofDumpFrom version: UInt32) -> [MigrationStep] {
        version < 2 ? [.tellOfBlocks] : []
    }
}

extension MigrationStep {
    /// Reported notes did not say so in version 1, and could be reported again.
    private static let markReportedNotes = forEachRecord(
        of: .reports,
        summary: "mark the notes that were reported"
    ) { _, value, records, _ throws(StorageError) in
        // What is damaged is told by those who read it.
        guard let report = try? ReportRecord(value) else { return }
        let key = Key.place(UserNumber(report.receiver), Sequence(report.sequence))
        var note: [UInt8]?
        _ = try records.visit(key, in: .inbox) { value in
            guard let header = try? ReceivedNote(value), !header.isReported else { return }
            var marked = value.copy(0..<value.byteCount)
            ReceivedNote.mark(.reported, in: &marked)
            note = marked
        }
        if let note { try records.put(note.span.bytes, for: key, in: .inbox) }
    }
}

extension MigrationStep {
    /// Carries out steps, part by part; each is durable before the next one begins.
    ///
    /// - Parameters:
    ///   - steps: what is to be done, in its order.
    ///   - engine: where the records are.
    ///   - secrets: what makes keys and ids.
    ///   - progress: is told how many parts of steps are done.
    /// - Throws: Why not all is done, or what `progress` throws; they can be run again then.
    package static func run(
        _ steps: [MigrationStep],
        on engine: any Engine,
        _ secrets: StoreSecrets,
        _ progress: StoreProgress
    ) throws(StoreToolError) {
        var count = 0
        for step in steps {
            var place: Key?
            repeat {
                let start = place
                do throws(StorageError) {
                    place = try engine.writeAndWait { view throws(StorageError) in
                        try step.runPart(start, view, secrets)
                    }
                } catch {
                    throw StoreToolError(error)
                }
                count += 1
                try progress(count)
            } while place != nil
        }
    }
}
