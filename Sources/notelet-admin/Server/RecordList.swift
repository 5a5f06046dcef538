import CommandLineInterface
import Domain

/// A record of which there are many, as lists show it.
protocol ListedRecord {
    /// What documents call it.
    static var name: String { get }
    /// What people call one of them, and several.
    static var nouns: (one: String, several: String) { get }
    /// An empty table of them.
    static var table: TextTable { get }
    /// The record as a row of that table.
    var row: [String] { get }
    /// The record for a program.
    var listed: JSON { get }
}

/// Shows records as their pages come, until there are enough.
struct RecordList<Record: ListedRecord> {
    private let context: CommandContext
    private let origin: JSON
    private var remaining: Int
    private var shownCount = 0

    /// Begins a list of as many records as are wanted; nil for all.
    init(from source: RecordSource, countMax: Int?, _ context: CommandContext) {
        self.context = context
        origin = context.document(of: source)
        remaining = countMax ?? .max
    }

    /// Shows a page, as far as it is wanted; answers whether more is.
    mutating func show(_ page: [Record]) throws -> Bool {
        let records = page.prefix(remaining)
        remaining -= records.count
        shownCount += records.count
        if context.isJSON {
            for record in records {
                let line = JSON.document([("source", origin), (Record.name, record.listed)])
                try context.output.writeLine(line.text)
            }
        } else if !records.isEmpty {
            var table = Record.table
            for record in records { table.append(record.row) }
            try context.output.write(context.draw(table))
        }
        return remaining > 0
    }

    /// Says how many there were.
    func finish() {
        let nouns = Record.nouns
        context.remark(shownCount == 1 ? "1 \(nouns.one)" : "\(shownCount) \(nouns.several)")
    }
}

extension FileSource {
    /// Lends pages one after the other, until `body` answers that it has enough.
    ///
    /// All are of one state, which is costly to come by where a server has the store open.
    ///
    /// - Parameters:
    ///   - page: reads the page behind a place, and says where the next one begins.
    ///   - body: gets each page.
    /// - Throws: Why the records cannot be read, or what `body` throws.
    func forEachPage<Record, Place>(
        _ page: (any Reading, Place?) throws(DomainError) -> ([Record], Place?),
        _ body: ([Record]) throws -> Bool
    ) throws {
        var failure: (any Error)?
        try read { store throws(DomainError) in
            var place: Place?
            repeat {
                let (records, next) = try page(store, place)
                do {
                    guard try body(records) else { return }
                } catch {
                    failure = error
                    return
                }
                place = next
            } while place != nil
        }
        if let failure { throw failure }
    }
}
