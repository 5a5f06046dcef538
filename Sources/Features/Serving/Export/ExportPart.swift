package import AccountRules
package import Domain
package import NoteletAPI
package import Records

/// A part of what people are given of their data: things of one kind, read page by page.
package struct ExportPart: Sendable {
    /// The field of `ExportDataResponse` that it fills; parts are given in their order.
    let field: Int
    /// Reads a page.
    let read: @Sendable (ExportRequest, StoreView) throws(DomainError) -> ExportPage

    /// Declares a part.
    package init(
        field: Int,
        read: @escaping @Sendable (ExportRequest, StoreView) throws(DomainError) -> ExportPage
    ) {
        self.field = field
        self.read = read
    }
}

extension ExportPart {
    /// How many bytes of records a page holds, beside those of the last: of long ones it is one or
    /// two.
    private static let byteCountMax = 64 << 10

    /// Declares a part of records that are messages of a feature's contract.
    ///
    /// - Parameters:
    ///   - _: What is given of each thing.
    ///   - field: As of any part.
    ///   - visit: Visits the things of a page, gives the message of each to what takes it, which
    ///     says whether the page is full, and says where the part goes on.
    /// - Returns: The part.
    package static func records<Message: NamedMessage & SendableMetatype>(
        of _: Message.Type,
        field: Int,
        visit:
            @escaping @Sendable (ExportRequest, StoreView, (Message) -> PageStep)
            throws(DomainError) -> Sequence?
    ) -> ExportPart {
        ExportPart(field: field) { request, store throws(DomainError) in
            var messages: [[UInt8]] = []
            var byteCount = 0
            let next = try visit(request, store) { record in
                let part = ExportedRecord(type: Message.fullName, value: encode(record))
                let message = encode(ExportDataResponse(part: .record(part)))
                messages.append(message)
                byteCount += message.count
                return byteCount < byteCountMax ? .next : .last
            }
            return ExportPage(encoded: messages, next: next)
        }
    }
}

/// What a page of an export is to hold.
package struct ExportRequest: Sendable {
    /// Whose data is asked for.
    package let identity: Identity
    /// Where the page begins; nil for the first one.
    package let place: Sequence?
    /// How many things it may hold.
    package let limit: Int
    /// The moment.
    package let now: Instant

    /// The account or guest whose data it is.
    package var user: UserNumber { identity.user }
}

/// A page of a part of an export.
package struct ExportPage: Sendable {
    /// One encoded `ExportDataResponse` for each thing.
    let messages: [[UInt8]]
    /// Where the part goes on; nil when it is complete.
    let next: Sequence?

    /// Holds messages that are encoded already.
    package init(encoded messages: [[UInt8]], next: Sequence? = nil) {
        self.messages = messages
        self.next = next
    }

    /// Holds messages of some things.
    package init(_ parts: [ExportDataResponse.Part], next: Sequence? = nil) {
        self.init(encoded: parts.map { encode(ExportDataResponse(part: $0)) }, next: next)
    }
}
