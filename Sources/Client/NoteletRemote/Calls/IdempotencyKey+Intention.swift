package import Foundation
package import NoteletClient

extension IdempotencyKey {
    /// The key of an intention: the id that a note, an answer or a contact was made with.
    ///
    /// - Parameter id: The id, which nobody can guess.
    /// - Returns: The key.
    package static func of(_ id: UUID) -> IdempotencyKey {
        guard let key = IdempotencyKey(id.uuidString) else {
            preconditionFailure("A UUID is visible ASCII text of 36 characters.")
        }
        return key
    }
}
