internal import Domain
internal import NoteletAPI

extension ServiceMethods {
    /// Contacts.
    mutating func addContacts() {
        addContactReading()
        addContactWriting()
    }

    private mutating func addContactReading() {
        let cursors = dependencies.cursors
        add(
            endpoint.read(ContactsAPI.listContacts) {
                request,
                caller,
                store,
                context throws(DomainError) in
                let size = try PageSize(request.pageSize)
                let page = try store.contacts(
                    of: caller.user,
                    after: try cursors.place(of: request.cursor, in: .contacts, of: caller.user),
                    limit: size.count
                )
                return ListContactsResponse(
                    contacts: page.contacts.map { NoteletAPI.Contact($0, at: context.now) },
                    nextCursor: cursors.cursor(to: page.next, in: .contacts, of: caller.user)
                )
            }
        )
        add(
            endpoint.read(ContactsAPI.getContact) {
                request,
                caller,
                store,
                context throws(DomainError) in
                let id = ContactID(try OpaqueID(request.id, field: "id"))
                let contact = try store.contact(id, ownedBy: caller)
                return GetContactResponse(contact: NoteletAPI.Contact(contact, at: context.now))
            }
        )
        add(
            endpoint.read(ContactsAPI.getContactLimit) {
                _,
                caller,
                store,
                context throws(DomainError) in
                let owner = try store.account(of: caller)
                return GetContactLimitResponse(
                    try store.contactLimit(of: owner, at: context.now)
                )
            }
        )
    }

    private mutating func addContactWriting() {
        add(
            endpoint.write(ContactsAPI.addContact, for: .ordinary) {
                request,
                caller throws(DomainError) in
                let command = try AddContact(
                    identity: caller,
                    name: request.name,
                    relationship: request.relationship,
                    memo: request.memo,
                    link: request.link.isEmpty ? nil : request.link
                )
                return { store, context throws(DomainError) in
                    let contact = try command.run(in: store, context)
                    return AddContactResponse(
                        contact: NoteletAPI.Contact(contact, at: context.now)
                    )
                }
            }
        )
        add(
            endpoint.write(ContactsAPI.updateContact, for: .ordinary) {
                request,
                caller throws(DomainError) in
                let command = try UpdateContact(
                    identity: caller,
                    contact: ContactID(try OpaqueID(request.id, field: "id")),
                    name: request.name,
                    relationship: request.relationship,
                    memo: request.memo,
                    link: request.link.map { $0.isEmpty ? .unlink : .set($0) } ?? .keep
                )
                return { store, context throws(DomainError) in
                    let contact = try command.run(in: store)
                    return UpdateContactResponse(
                        contact: NoteletAPI.Contact(contact, at: context.now)
                    )
                }
            }
        )
        add(
            endpoint.write(ContactsAPI.deleteContact, for: .vital) {
                request,
                caller throws(DomainError) in
                let command = DeleteContact(
                    identity: caller,
                    contact: ContactID(try OpaqueID(request.id, field: "id"))
                )
                return { store, context throws(DomainError) in
                    try command.run(in: store, context)
                    return DeleteContactResponse()
                }
            }
        )
    }
}
