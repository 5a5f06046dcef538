internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote

extension ChangePage {
    /// Demands that everything in it can be shown, of the account whose feed it is: what is none of
    /// the contract's is not to be kept.
    ///
    /// - Parameter userId: Whose feed it is.
    /// - Throws: `AppError`, `network` with `unknown`.
    func check(for userId: UUID) throws(AppError) {
        for change in changes { try change.check(for: userId) }
    }
}

extension Change {
    fileprivate func check(for userId: UUID) throws(AppError) {
        switch kind {
        case .received(let note): _ = try NoteletInterface.Message(note, of: userId)
        case .sent(let note): _ = try NoteletInterface.Message(note, of: userId)
        case .answered(let answered):
            let id = try UUID(required: answered.messageID)
            if let answer = answered.answer { _ = try Answer(answer, to: id) }
        case .changedMessage(let message):
            if let side = message.side { _ = try NoteletInterface.Message(side, of: userId) }
        case .contact(let contact): _ = try NoteletInterface.Contact(contact, of: userId)
        case .user(let user):
            guard try UUID(required: user.id) == userId else { throw .network(.unknown) }
            _ = try NoteletInterface.User(user)
        case .block(let block): _ = try UUID(required: block.messageID)
        case .deletedMessageID, .deletedContactID, .unblockedMessageID, .shared, nil: break
        }
    }
}
