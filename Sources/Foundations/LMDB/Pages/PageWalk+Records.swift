// What the records of a page lead to: long values, tables, free pages.
extension PageWalk {
    /// Visits the records of a page that is sound by itself.
    func visitRecords(of frame: Frame) {
        for index in 0..<frame.page.count {
            do throws(PageDefect) {
                try visitRecord(index, of: frame)
            } catch {
                let key = frame.page.key(of: index)
                // What is wrong with a value is wrong with this key alone.
                note(
                    error,
                    page: place(of: error, index, frame),
                    KeyBounds(lower: key, upper: key + [0])
                )
            }
        }
    }

    /// The page that an error of a record is about: where its value has pages of its own, they.
    private func place(of error: PageDefect, _ index: Int, _ frame: Frame) -> UInt64 {
        guard case .run(let first, _) = frame.page.value(of: index) else { return frame.number }
        return switch error {
        case .badReference, .badFreeList: frame.number
        default: first
        }
    }

    private func visitRecord(_ index: Int, of frame: Frame) throws(PageDefect) {
        let page = frame.page
        let bytes = unsafe page.bytes.span.bytes
        let key = bytes.extracting(page.keyRange(of: index))
        switch (page.value(of: index), tree) {
        case (.bytes(let range), .freeList):
            try visitFreePages(bytes.extracting(range), key)
        case (.bytes(let range), .table):
            visitor.visit(
                key: key,
                value: bytes.extracting(range),
                of: tree,
                onPage: frame.number
            )
        case (.run(let first, let byteCount), .freeList):
            let value = try loadRun(first, byteCount)
            try unsafe visitFreePages(value.span.bytes, key)
        case (.run(let first, let byteCount), .table):
            let value = try loadRun(first, byteCount)
            unsafe visitor.visit(
                key: key,
                value: value.span.bytes,
                of: tree,
                onPage: frame.number
            )
        case (.tree(let range), .tableList):
            let name = page.withKey(of: index) { name in
                unsafe name.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
            }
            guard let name else { throw .badTreeRecord }
            tables.append((.table(name), TreeRecord(bytes, at: range.lowerBound)))
        case (.bytes, .tableList), (.run, .tableList), (.tree, .freeList), (.tree, .table):
            throw .badTreeRecord
        }
    }

    /// Reads a long value, and counts its pages.
    private func loadRun(_ first: UInt64, _ byteCount: Int) throws(PageDefect) -> [UInt8] {
        guard first > 1 else { throw .badReference(first) }
        let run = try OverflowRun(first, byteCount: byteCount, of: file)
        try reach(first, count: run.pageCount)
        noteRead(pageCount: Int(run.pageCount))
        tally.overflowPageCount += run.pageCount
        visitor.visit(
            ReachedPage(
                number: first,
                pageCount: run.pageCount,
                tree: tree,
                kind: .overflow,
                gap: run.gap,
                sparePageCount: run.sparePageCount
            )
        )
        return run.value
    }

    /// Counts the pages that a transaction freed: their number, and then they, the greatest first.
    private func visitFreePages(_ list: RawSpan, _ key: RawSpan) throws(PageDefect) {
        guard let transactionID = key.freeingTransaction, let count = list.freePageCount,
            list.byteCount % MemoryLayout<UInt64>.size == 0
        else { throw .badFreeList }
        var last = UInt64.max
        for index in 0..<count {
            let page = list.freePage(index)
            guard page < last, reachFree(page) else { throw .badFreeList }
            last = page
            visitor.visitFree(page, freedBy: transactionID)
        }
    }
}
