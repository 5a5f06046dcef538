import CLMDB

/// A read transaction, running or kept for its next use, as the reader table of a store lists it.
package struct ReaderSlot: Sendable, Equatable {
    /// The process that it belongs to, which may be gone.
    package let processIdentifier: Int32
    /// The transaction that it shows; nil while it is idle.
    package let transactionID: Int?
}

extension Environment {
    /// The slots of the reader table that are taken, by all processes.
    package func readers() throws(LMDBError) -> [ReaderSlot] {
        try retain()
        defer { release() }
        var text = ""
        let code = unsafe withUnsafeMutablePointer(to: &text) { text in
            unsafe mdb_reader_list(
                handle,
                { line, context in
                    guard let line = unsafe line, let context = unsafe context else { return 0 }
                    unsafe context.assumingMemoryBound(to: String.self).pointee += String(
                        cString: line
                    )
                    return 0
                },
                text
            )
        }
        // It answers how long the text is, or an error below 0.
        guard code >= 0 else { throw LMDBError(code: code) }
        return text.split(separator: "\n").compactMap(ReaderSlot.init)
    }
}

extension ReaderSlot {
    /// Reads a line of LMDB's listing: process, thread in hexadecimal, transaction or "-".
    ///
    /// Its heading, and the sentence that stands for an empty table, are no slots.
    init?(_ line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 3, let process = Int32(words[0]) else { return nil }
        processIdentifier = process
        transactionID = Int(words[2])
    }
}
