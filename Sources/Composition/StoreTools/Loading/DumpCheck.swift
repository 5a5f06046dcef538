internal import AccountStorage
internal import Cryptography
internal import NoteStorage
internal import Records

/// What the lines of a dump add up to.
struct DumpCheck: ~Copyable {
    private var whole = DigestStream()
    private var section = DigestStream()
    private var present: DumpEntity?
    private var count = 0
    private var ended: [DumpEntity: (count: Int, digest: Digest)] = [:]

    mutating func append(outside line: ArraySlice<UInt8>) {
        line.withUnsafeBytes { whole.append($0.bytes) }
    }

    mutating func append(_ line: ArraySlice<UInt8>, of entity: DumpEntity) throws(DumpProblem) {
        if entity != present {
            if ended[entity] != nil {
                throw DumpProblem("lines of '\(entity.rawValue)' do not stand together")
            }
            endSection()
            present = entity
        }
        count += 1
        line.withUnsafeBytes { section.append($0.bytes) }
        append(outside: line)
    }

    /// Lines of each kind so far, those of the present one included.
    var counts: DumpSummary {
        var summary = DumpSummary()
        summary.counts = DumpEntity.allCases.map { entity in
            (entity, entity == present ? count : ended[entity]?.count ?? 0)
        }
        return summary
    }

    /// Compares with what the last line says.
    mutating func finish(against end: DumpEnd) throws(DumpProblem) {
        endSection()
        var finished = DigestStream()
        swap(&finished, &whole)
        guard end.digest == finished.finish().hexadecimal else {
            throw DumpProblem("the dump is damaged: its lines are not those that were written")
        }
        for (entity, section) in end.sections {
            let (count, digest) = ended[entity] ?? (0, DigestStream().finish())
            guard section.count == UInt64(count), section.digest == digest.hexadecimal else {
                throw DumpProblem("lines of '\(entity.rawValue)' are missing")
            }
        }
    }

    private mutating func endSection() {
        var finished = DigestStream()
        swap(&finished, &section)
        let digest = finished.finish()
        if let present { ended[present] = (count, digest) }
        count = 0
    }
}

/// The last line of a dump, which says what the lines before it add up to.
struct DumpEnd {
    /// The hash of all bytes before this line, in hexadecimal.
    let digest: String
    /// The lines of each kind, and their hash.
    let sections: [(entity: DumpEntity, section: (count: UInt64, digest: String))]

    /// Reads a line that is no record.
    init(_ line: inout JSONReader) throws(DumpProblem) {
        guard try line.optionalFlag("end") == true else {
            throw DumpProblem("it is no record and not the end")
        }
        digest = try line.text("digest")
        let sections = try line.optionalObject("entities") { line throws(DumpProblem) in
            var sections: [(DumpEntity, (UInt64, String))] = []
            for entity in DumpEntity.allCases {
                let section = try line.optionalObject(entity.name) { line throws(DumpProblem) in
                    (try line.number("count"), try line.text("digest"))
                }
                if let section { sections.append((entity, section)) }
            }
            return sections
        }
        self.sections = sections ?? []
        try line.end()
    }
}
