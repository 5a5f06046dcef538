extension Notelet {
    /// The caller's contacts, by time of registration.
    ///
    /// - Parameter pageSize: 1 to 500 contacts a page.
    /// - Returns: The pages; `contacts().items` gives the contacts one by one.
    public func contacts(pageSize: Int32 = 50) -> PageSequence<Contact> {
        PageSequence { [self] (cursor) throws(NoteletError) in
            let request = ListContactsRequest(cursor: cursor, pageSize: pageSize)
            let response = try await call(ContactsAPI.listContacts, request)
            return Page(items: response.contacts, nextCursor: response.nextCursor)
        }
    }

    /// One contact.
    ///
    /// - Parameter id: The contact's id.
    /// - Returns: The contact.
    /// - Throws: `NoteletError`, `refused` with `contactNotFound`.
    public func contact(_ id: [UInt8]) async throws(NoteletError) -> Contact {
        let response = try await call(ContactsAPI.getContact, GetContactRequest(id: id))
        guard let contact = response.contact else {
            throw .incomplete(ContactsAPI.getContact.summary)
        }
        return contact
    }

    /// Adds a contact of whom no more is told than the name.
    ///
    /// - Parameters:
    ///   - name: 1 to 50 characters, unique among the caller's contacts.
    ///   - link: The personal link of whom notes shall go to; empty for nobody.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The contact.
    /// - Throws: `NoteletError`, `refused` with `contactLimitReached`, then `duplicateContactName`.
    @discardableResult
    public func addContact(
        name: String,
        link: String = "",
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Contact {
        try await addContact(AddContactRequest(name: name, link: link), idempotencyKey: key)
    }

    /// Adds a contact as a request describes it.
    ///
    /// - Parameters:
    ///   - request: What the contact shall be.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The contact.
    /// - Throws: `NoteletError`, `refused` with `contactLimitReached`, then `duplicateContactName`.
    @discardableResult
    public func addContact(
        _ request: AddContactRequest,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Contact {
        return try await call(
            ContactsAPI.addContact,
            request,
            giving: \.contact,
            idempotencyKey: key
        )
    }

    /// Changes what the request gives and leaves the rest.
    ///
    /// - Parameters:
    ///   - request: The contact's id, and what shall change.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Returns: The contact as it is now.
    /// - Throws: `NoteletError`.
    @discardableResult
    public func updateContact(
        _ request: UpdateContactRequest,
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) -> Contact {
        return try await call(
            ContactsAPI.updateContact,
            request,
            giving: \.contact,
            idempotencyKey: key
        )
    }

    /// Deletes a contact, three days after its registration at the earliest.
    ///
    /// Its notes stay.
    ///
    /// - Parameters:
    ///   - id: The contact's id.
    ///   - key: What names the intention; a new one where it is nil.
    /// - Throws: `NoteletError`, `refused` with `contactLocked` and the field `remaining_days`.
    public func deleteContact(
        _ id: [UInt8],
        idempotencyKey key: IdempotencyKey? = nil
    ) async throws(NoteletError) {
        _ = try await call(
            ContactsAPI.deleteContact,
            DeleteContactRequest(id: id),
            idempotencyKey: key
        )
    }

    /// How many contacts the caller has and may have.
    ///
    /// - Returns: The counts; nil where there is no limit.
    /// - Throws: `NoteletError`.
    public func contactLimit() async throws(NoteletError) -> GetContactLimitResponse {
        try await call(ContactsAPI.getContactLimit, GetContactLimitRequest())
    }
}
