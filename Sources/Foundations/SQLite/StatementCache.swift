/// The prepared statements of a connection that nobody uses at the moment, by their texts.
struct StatementCache {
    /// Statements kept at most.
    ///
    /// A program has as many texts as its code has; one that puts texts together as it goes would
    /// fill the memory without a limit.
    static let capacity = 128

    private var statements: [String: Statement] = [:]
    private var useCount = 0

    /// The number of statements.
    var count: Int { statements.count }

    /// Takes the statement of a text, if there is one; it is in use until it is given back.
    mutating func take(_ sql: String) -> Statement? {
        statements.removeValue(forKey: sql)
    }

    /// Keeps a statement that was reset, and lets go of the one that was unused for longest if
    /// there are too many.
    mutating func give(_ statement: Statement) {
        useCount += 1
        statement.lastUse = useCount
        statements[statement.sql] = statement
        guard statements.count > Self.capacity else { return }
        if let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse }) {
            statements[oldest.sql] = nil
        }
    }

    /// Lets go of all.
    mutating func removeAll() {
        statements.removeAll()
    }
}
