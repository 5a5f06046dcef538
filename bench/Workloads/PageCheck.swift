/// Looks at the answers of calls without decoding them, as cheaply as can be.
enum PageCheck {
    /// The number of notes in an encoded `ListReceivedResponse`; nil if it is not one.
    static func noteCount(of page: UnsafeRawBufferPointer) -> Int? {
        var walk = FieldWalk(page)
        var count = 0
        while let field = walk.next() {
            switch field.number {
            case 1: count += 1
            case 2: continue
            default: return nil
            }
        }
        return walk.isBroken ? nil : count
    }

    /// The id in an encoded `SendResponse`; nil if it is not one.
    static func messageID(of receipt: UnsafeRawBufferPointer) -> UInt128? {
        var walk = FieldWalk(receipt)
        guard let field = walk.next(), field.number == 1, field.content.count == 16 else {
            return nil
        }
        return field.content.loadUnaligned(as: UInt128.self)
    }

    /// Calls `body` with the content of each note that a `ChangePage` tells the arrival of, or of a
    /// pool with the summary of each order that was opened.
    ///
    /// - Returns: Whether there was nothing more when the server read the page; nil if the bytes
    ///   are not a page.
    static func forEachArrival(
        in page: UnsafeRawBufferPointer,
        ofPool isOfPool: Bool = false,
        _ body: (_ content: UnsafeRawBufferPointer) -> Void
    ) -> Bool? {
        var walk = FieldWalk(page)
        var isUpToDate = false
        while let field = walk.next() {
            switch field.number {
            case 1:
                let content =
                    isOfPool ? openedSummary(in: field.content) : arrivedContent(in: field.content)
                if let content { body(content) }
            case 3:
                isUpToDate = field.value == 1
            default:
                continue
            }
        }
        return walk.isBroken ? nil : isUpToDate
    }

    /// The content of the note in a `Change`, if it is an arrival: `Change.received.content`.
    private static func arrivedContent(
        in change: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        var walk = FieldWalk(change)
        guard let received = walk.next(), received.number == 1 else { return nil }
        var fields = FieldWalk(received.content)
        while let field = fields.next() {
            if field.number == 2 { return field.content }
        }
        return nil
    }

    /// The summary of the order in a `Change`, if it was opened: `Change.shared.value` is an
    /// `OrderChange`, and `OrderChange.opened.summary` of that.
    private static func openedSummary(
        in change: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        var opened = change
        for number: UInt8 in [11, 2, 1, 4] {
            guard let content = content(ofField: number, in: opened) else { return nil }
            opened = content
        }
        return opened
    }

    private static func content(
        ofField number: UInt8,
        in message: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        var walk = FieldWalk(message)
        while let field = walk.next() {
            if field.number == number { return field.content }
        }
        return nil
    }
}
