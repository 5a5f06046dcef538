import NoteletClient

/// Act 5: a long inbox read page by page while new notes come in.
struct PagedHistory {
    let scene: Scene
    let leads: Leads

    private static let pageSize: Int32 = 20
    /// After this page Emma writes; more pages must follow.
    private static let interruptedPageCount = 2
    private static let note = "I arrived while you were turning pages."

    func perform() async throws {
        try scene.stage.act("Page by page")
        let (pages, times) = try await turnPages()
        let notes = pages.flatMap(\.self)
        guard pages.count > PagedHistory.interruptedPageCount else {
            throw Mismatch(
                "the inbox is long enough to turn pages",
                expected: "more than \(PagedHistory.interruptedPageCount) pages",
                got: "\(pages.count)"
            )
        }
        try scene.stage.check(
            "\(notes.count.grouped) notes on \(pages.count) pages, newest first",
            zip(notes, notes.dropFirst()).allSatisfy { $0.isNotOlder(than: $1) },
            is: true,
            note: "half of the pages within \(times.percentile(50).brief)"
        )
        try scene.stage.check("no note comes twice", Set(notes.map(\.id)).count, is: notes.count)
        try scene.stage.check(
            "no note is left out, although one arrived in between",
            scene.ledger.audit(notes, of: leads.minji)
        )
        try await readAnew(notes)
    }

    /// Reads all pages; early on Emma writes, which the later pages must not feel.
    private func turnPages() async throws -> (pages: [[ReceivedMessage]], times: [Duration]) {
        var pages: [[ReceivedMessage]] = []
        var times: [Duration] = []
        var reader = leads.minji.notelet.inbox(pageSize: PagedHistory.pageSize).makeAsyncIterator()
        var start = ContinuousClock.now
        while let page = try await reader.next() {
            times.append(ContinuousClock.now - start)
            pages.append(page.items)
            if pages.count == PagedHistory.interruptedPageCount {
                try await leads.emma.notelet.send(PagedHistory.note, toLink: leads.minji.link)
            }
            start = .now
        }
        return (pages, times)
    }

    private func readAnew(_ notes: [ReceivedMessage]) async throws {
        scene.ledger.acknowledge(PagedHistory.note, to: leads.minji, from: Ledger.anonymousName)
        let (inbox, time) = try await timed { try await leads.minji.inbox() }
        try scene.stage.check(
            "read anew, the new note is first and the rest as before",
            inbox.map(\.id),
            is: (inbox.first.map { [$0.id] } ?? []) + notes.map(\.id),
            note: time.brief
        )
        try scene.stage.check(
            "the inbox is complete",
            scene.ledger.audit(inbox, of: leads.minji)
        )
    }
}

extension ReceivedMessage {
    fileprivate func isNotOlder(than other: ReceivedMessage) -> Bool {
        guard let receivedAt, let otherTime = other.receivedAt else { return false }
        return (receivedAt.seconds, receivedAt.nanos) >= (otherTime.seconds, otherTime.nanos)
    }
}
