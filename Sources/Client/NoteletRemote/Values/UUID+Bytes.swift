package import Foundation
internal import NoteletClient
package import NoteletInterface

extension UUID {
    /// The 16 bytes that messages carry.
    package var bytes: [UInt8] { Identifier(self).bytes }

    /// Takes the id of a message's field; nil where the field is empty.
    ///
    /// - Parameter bytes: 16 bytes, or none.
    package init?(optional bytes: [UInt8]) {
        guard let identifier = Identifier(bytes: bytes) else { return nil }
        self = identifier.uuid
    }

    /// Takes the id of a message's field.
    ///
    /// - Parameter bytes: 16 bytes.
    /// - Throws: `AppError`, `network` with `unknown` where it is no id.
    package init(required bytes: [UInt8]) throws(AppError) {
        guard let id = UUID(optional: bytes) else { throw .network(.unknown) }
        self = id
    }
}
