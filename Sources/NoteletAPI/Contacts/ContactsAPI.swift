/// The methods of `notelet.v1.Contacts`.
///
/// Contacts: the people a user keeps.
public enum ContactsAPI {
    private static let service = "notelet.v1.Contacts"

    /// All contacts of the caller, by time of registration.
    public static let listContacts = MethodDescriptor<ListContactsRequest, ListContactsResponse>(
        service: service,
        name: "ListContacts",
        effect: .read,
        token: .required
    )

    /// One contact of the caller, by its id.
    public static let getContact = MethodDescriptor<GetContactRequest, GetContactResponse>(
        service: service,
        name: "GetContact",
        effect: .read,
        token: .required
    )

    /// Adds a contact.
    ///
    /// Checked in this order: the limit, then the name.
    public static let addContact = MethodDescriptor<AddContactRequest, AddContactResponse>(
        service: service,
        name: "AddContact",
        effect: .write,
        token: .required
    )

    /// Changes what is given, leaves the rest; never the time of registration.
    public static let updateContact = MethodDescriptor<UpdateContactRequest, UpdateContactResponse>(
        service: service,
        name: "UpdateContact",
        effect: .write,
        token: .required
    )

    /// Deletes a contact, once 259,200 seconds have passed since its registration.
    ///
    /// Its notes stay.
    public static let deleteContact = MethodDescriptor<DeleteContactRequest, DeleteContactResponse>(
        service: service,
        name: "DeleteContact",
        effect: .write,
        token: .required
    )

    /// How many contacts the caller has and may have.
    public static let getContactLimit = MethodDescriptor<
        GetContactLimitRequest, GetContactLimitResponse
    >(
        service: service,
        name: "GetContactLimit",
        effect: .read,
        token: .required
    )

    /// The service as a whole.
    public static let descriptor = ServiceDescriptor(
        name: service,
        methods: [
            listContacts.summary,
            getContact.summary,
            addContact.summary,
            updateContact.summary,
            deleteContact.summary,
            getContactLimit.summary,
        ]
    )
}
