extension Notelet {
    /// What the caller received, newest first.
    ///
    /// - Parameter pageSize: 1 to 500 notes a page.
    /// - Returns: The pages; `inbox().items` gives the notes one by one.
    public func inbox(pageSize: Int32 = 50) -> PageSequence<ReceivedMessage> {
        PageSequence { [self] (cursor) throws(NoteletError) in
            let request = ListReceivedRequest(cursor: cursor, pageSize: pageSize)
            let response = try await call(MessagesAPI.listReceived, request)
            return Page(items: response.messages, nextCursor: response.nextCursor)
        }
    }

    /// What the caller sent, newest first.
    ///
    /// - Parameter pageSize: 1 to 500 notes a page.
    /// - Returns: The pages.
    public func sent(pageSize: Int32 = 50) -> PageSequence<SentMessage> {
        PageSequence { [self] (cursor) throws(NoteletError) in
            let request = ListSentRequest(cursor: cursor, pageSize: pageSize)
            let response = try await call(MessagesAPI.listSent, request)
            return Page(items: response.messages, nextCursor: response.nextCursor)
        }
    }

    /// What went through one contact, newest first: the caller's own notes, and those of the other
    /// end that show their sender.
    ///
    /// - Parameters:
    ///   - contactID: The contact's id.
    ///   - pageSize: 1 to 500 notes a page.
    /// - Returns: The pages.
    public func history(
        ofContact contactID: [UInt8],
        pageSize: Int32 = 50
    ) -> PageSequence<Message> {
        PageSequence { [self] (cursor) throws(NoteletError) in
            let request = ListByContactRequest(
                contactID: contactID,
                cursor: cursor,
                pageSize: pageSize
            )
            let response = try await call(MessagesAPI.listByContact, request)
            return Page(items: response.messages, nextCursor: response.nextCursor)
        }
    }
}
