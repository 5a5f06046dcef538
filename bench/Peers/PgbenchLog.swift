/// What pgbench wrote of each transaction: `client number duration script seconds microseconds`.
struct PgbenchLog {
    /// The transactions that ended after the warm-up, by the number of their script.
    private(set) var latency: [Int: Histogram] = [:]
    /// From the end of the warm-up to the end of the last transaction.
    private(set) var seconds = 0.0

    /// One line of the log.
    private struct Transaction {
        let script: Int
        let microseconds: UInt64
        let endMicroseconds: UInt64
    }

    /// Reads logs; nil if a line is not what pgbench writes, or if none follows the warm-up.
    ///
    /// - Parameters:
    ///   - texts: The log of each thread.
    ///   - warmUpSeconds: What of the beginning does not count.
    init?(_ texts: [String], warmUpSeconds: Double) {
        var transactions: [Transaction] = []
        for line in texts.joined(separator: "\n").utf8.split(separator: UInt8(ascii: "\n")) {
            guard let transaction = PgbenchLog.transaction(line) else { return nil }
            transactions.append(transaction)
        }
        guard let first = transactions.map(\.endMicroseconds).min(),
            let last = transactions.map(\.endMicroseconds).max()
        else { return nil }
        let start = first + UInt64(warmUpSeconds * 1e6)
        guard last > start else { return nil }
        for transaction in transactions where transaction.endMicroseconds > start {
            latency[transaction.script, default: Histogram()]
                .record(nanoseconds: transaction.microseconds * 1000)
        }
        seconds = Double(last - start) / 1e6
    }

    private static func transaction(_ line: Substring.UTF8View) -> Transaction? {
        let words = line.split(separator: UInt8(ascii: " "))
        guard words.count >= 6, let microseconds = number(words[2], below: 1 << 50),
            let script = number(words[3], below: 1 << 10),
            let seconds = number(words[4], below: 1 << 40),
            let fraction = number(words[5], below: 1_000_000)
        else { return nil }
        return Transaction(
            script: Int(script),
            microseconds: microseconds,
            endMicroseconds: seconds * 1_000_000 + fraction
        )
    }

    private static func number(_ word: Substring.UTF8View, below bound: UInt64) -> UInt64? {
        guard let value = UInt64(Substring(word)), value < bound else { return nil }
        return value
    }
}
