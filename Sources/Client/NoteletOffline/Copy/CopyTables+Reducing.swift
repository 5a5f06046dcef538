internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

// A screen gives a contact or an account as a whole; what it has not changed, another device may
// have changed meanwhile, and that is to stay.
extension CopyTables {
    /// A write without what is so already once the writes that wait are done.
    ///
    /// - Parameter write: The write, by ids that the service knows.
    /// - Returns: What is left to be written; nil where that is nothing.
    /// - Throws: `SQLiteError`.
    func reduced(_ write: Write) throws(SQLiteError) -> Write? {
        switch write {
        case .updateContact(let request):
            try reduced(request).map { .updateContact($0) }
        case .updateProfile(let request):
            try reduced(request).map { .updateProfile($0) }
        case .sendToContact, .sendToLink, .answer, .deleteMessage, .addContact, .deleteContact,
            .delivery:
            write
        }
    }

    private func reduced(
        _ request: UpdateContactRequest
    ) throws(SQLiteError) -> UpdateContactRequest? {
        guard let id = UUID(optional: request.id), let contact = try contact(id) else {
            return request
        }
        var present = UpdateContactRequest(
            id: request.id,
            name: contact.name,
            relationship: contact.relationship ?? "",
            memo: contact.memo ?? ""
        )
        for case .updateContact(let waiting) in try waitingChanges(of: .updateContact(request)) {
            present.name = waiting.name ?? present.name
            present.relationship = waiting.relationship ?? present.relationship
            present.memo = waiting.memo ?? present.memo
        }
        var reduced = request
        if request.name == present.name { reduced.name = nil }
        if request.relationship == present.relationship { reduced.relationship = nil }
        if request.memo == present.memo { reduced.memo = nil }
        return reduced == UpdateContactRequest(id: request.id) ? nil : reduced
    }

    private func reduced(
        _ request: UpdateProfileRequest
    ) throws(SQLiteError) -> UpdateProfileRequest? {
        guard let account = try account() else { return request }
        let user = try shown { () throws(AppError) in try NoteletInterface.User(account) }
        var present = user.change
        for case .updateProfile(let waiting) in try waitingChanges(of: .updateProfile(request)) {
            present.username = waiting.username ?? present.username
            present.profileImageURL = waiting.profileImageURL ?? present.profileImageURL
        }
        var reduced = request
        if request.username == present.username { reduced.username = nil }
        if request.profileImageURL == present.profileImageURL { reduced.profileImageURL = nil }
        return reduced == UpdateProfileRequest() ? nil : reduced
    }

    /// The changes of the same thing that will be done, in their order.
    private func waitingChanges(of change: Write) throws(SQLiteError) -> [Write] {
        try entries(ofLane: change.lane(of: UUID())).filter { $0.state == .pending }.map(\.write)
    }
}
