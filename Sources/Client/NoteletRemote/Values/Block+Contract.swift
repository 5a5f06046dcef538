internal import Foundation
package import NoteletClient
package import NoteletInterface

extension NoteletInterface.Block {
    /// Takes a block over.
    ///
    /// - Parameter block: The block.
    /// - Throws: `AppError`, `network` with `unknown` where it is by no note.
    package init(_ block: NoteletAPI.Block) throws(AppError) {
        self.init(
            messageId: try UUID(required: block.messageID),
            blockedAt: block.blockedAt?.date ?? .distantPast
        )
    }
}
