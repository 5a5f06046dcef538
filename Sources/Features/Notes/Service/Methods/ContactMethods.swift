internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving

/// Serves contacts.
struct ContactMethods: ContactsService {
    let endpoint: Endpoint

    private var cursors: any CursorSealing { endpoint.dependencies.cursors }

    func listContacts(_ method: ContactsAPI.ListContacts) -> ServedMethod {
        let list = CursorList.ofMethod(ListedMethod(method))
        return endpoint.read(method) { request, caller, store, context throws(DomainError) in
            let size = try PageSize(request.pageSize)
            let page = try store.contacts(
                of: caller.user,
                after: try cursors.place(of: request.cursor, in: list, of: caller.user),
                limit: size.count
            )
            return ListContactsResponse(
                contacts: page.contacts.map { NoteletAPI.Contact($0, at: context.now) },
                nextCursor: cursors.cursor(to: page.next, in: list, of: caller.user)
            )
        }
    }

    func getContact(_ method: ContactsAPI.GetContact) -> ServedMethod {
        endpoint.read(method) { request, caller, store, context throws(DomainError) in
            let id = try ContactID(request.id)
            let contact = try store.contact(id, ownedBy: caller)
            return GetContactResponse(contact: NoteletAPI.Contact(contact, at: context.now))
        }
    }

    func addContact(_ method: ContactsAPI.AddContact) -> ServedMethod {
        endpoint.change(method, for: .ordinary, replyForm: .plain) {
            request,
            caller,
            _ throws(DomainError) in
            let command = try AddContact(
                identity: caller,
                name: request.name,
                details: ContactDetails(request),
                link: request.link.isEmpty ? nil : request.link
            )
            return { store, context throws(DomainError) in
                let contact = try command.run(in: store, context)
                return AddContactResponse(
                    contact: NoteletAPI.Contact(contact, at: context.now)
                )
            }
        }
    }

    func updateContact(_ method: ContactsAPI.UpdateContact) -> ServedMethod {
        endpoint.change(method, for: .ordinary, replyForm: .plain) {
            request,
            caller,
            _ throws(DomainError) in
            let command = try UpdateContact(
                identity: caller,
                contact: try ContactID(request.id),
                name: request.name,
                details: ContactDetails.Changes(request),
                link: request.link.map { $0.isEmpty ? .unlink : .set($0) } ?? .keep
            )
            return { store, context throws(DomainError) in
                let contact = try command.run(in: store)
                return UpdateContactResponse(
                    contact: NoteletAPI.Contact(contact, at: context.now)
                )
            }
        }
    }

    func deleteContact(_ method: ContactsAPI.DeleteContact) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let command = DeleteContact(
                identity: caller,
                contact: try ContactID(request.id)
            )
            return { store, context throws(DomainError) in
                try command.run(in: store, context)
            }
        }
    }

    func getContactLimit(_ method: ContactsAPI.GetContactLimit) -> ServedMethod {
        endpoint.read(method) { _, caller, store, context throws(DomainError) in
            let owner = try store.account(of: caller)
            return GetContactLimitResponse(
                try store.contactLimit(of: owner, at: context.now)
            )
        }
    }
}
