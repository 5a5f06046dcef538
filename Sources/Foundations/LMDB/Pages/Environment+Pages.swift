import Glibc

extension Environment {
    /// Begins a walk over the pages of the last commit and lends it to `body`, in a read
    /// transaction that keeps its pages from being used again.
    ///
    /// Keep it short, as every read transaction; a walk can go on in the next one where this one
    /// stopped.
    ///
    /// - Throws: `.invalid` if commits follow so closely that none stays one of the newest two, or
    ///   if the meta pages are damaged.
    package func withPageWalk<Success>(
        from position: PageWalk.Position? = nil,
        visitor: any PageVisitor,
        _ body: (PageWalk) -> Success
    ) throws(LMDBError) -> Success {
        try readState { (_, file, state) in
            body(PageWalk(of: file, asOf: state, from: position, visitor: visitor))
        }
    }

    /// Lends a read transaction and what the file says of the state that it reads.
    ///
    /// - Throws: What `body` throws, or `.invalid` as above.
    func readState<Success>(
        _ body: (
            borrowing ReadTransaction,
            DataFile,
            DatabaseState
        ) throws(LMDBError) -> Success
    ) throws(LMDBError) -> Success {
        for _ in 0..<Self.stateAttemptCountMax {
            let result = try read { (transaction) throws(LMDBError) -> Success? in
                let file = try DataFile(duplicating: try descriptor())
                // The meta page is that of one of the newest two commits only, and both may be
                // written between the beginning of the transaction and this reading.
                guard let state = file.state(asOf: UInt64(transaction.identifier)) else {
                    return nil
                }
                return try body(transaction, file, state)
            }
            if let result { return result }
        }
        throw .invalid
    }

    private static let stateAttemptCountMax = 10
}
