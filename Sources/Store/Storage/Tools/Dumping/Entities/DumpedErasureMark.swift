internal import Domain

/// That somebody was deleted, in a dump that shows senders.
struct DumpedErasureMark: DumpedRecord {
    static let entity = DumpEntity.erased

    private let mark: ErasureMark

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        mark = try ErasureMark(key: key, value: value)
    }

    var owner: UserNumber? { nil }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("digest", id: mark.digest)
        line.write("day", number: UInt64(mark.day))
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let digest = try line.id("digest")
        guard let day = UInt32(exactly: try line.number("day")) else {
            throw DumpProblem("'day' is too large")
        }
        let mark = ErasureMark(digest: digest, day: day)
        try store.append(mark.value, for: .erased(digest), in: .erased)
    }
}
