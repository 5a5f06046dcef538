@testable import Storage

extension TestService {
    /// Every record of the store, table by table, as text.
    func contents() throws -> [String] {
        try SchemaTable.allCases.flatMap { table in
            try store.engine.read { view throws(StorageError) in
                var lines: [String] = []
                try view.scan(table.id, in: .all, .ascending) { key, value throws(StorageError) in
                    lines.append("\(table) \(digits(key)) \(digits(value))")
                    return .next
                }
                return lines
            }
        }
    }

    /// How many replies are kept for retries.
    func replyCount() throws -> Int { try contents().count { $0.hasPrefix("replies ") } }
}

private func digits(_ bytes: RawSpan) -> String {
    bytes.withUnsafeBytes { String(describing: Array($0)) }
}
