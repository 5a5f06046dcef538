package import AccountRules
internal import Domain
package import TTRPC

/// Who may administer, and by which name the audit log knows them.
///
/// Only what the connection itself proves counts: over a Unix socket the user of the process at the
/// other end, as the kernel tells it; over TLS the certificate, which the listener demands. Nothing
/// that a request says has a part in it, and plain TCP proves nothing.
package struct AdministrationAccess: Sendable {
    private let userIDs: Set<UInt32>
    private let userName: @Sendable (UInt32) -> String

    /// Lets users of this machine in, and whoever has a certificate of the listener's authority.
    ///
    /// - Parameters:
    ///   - userIDs: The users that may administer.
    ///   - userName: What the audit log calls a user.
    package init(userIDs: Set<UInt32>, userName: @escaping @Sendable (UInt32) -> String) {
        self.userIDs = userIDs
        self.userName = userName
    }

    /// The operator at the other end of a connection.
    ///
    /// - Throws: PERMISSION_DENIED when it is none.
    package func `operator`(
        on connection: ConnectionContext
    ) throws(RPCError) -> Operator {
        if let name = connection.certificateName { return Operator(name: name) }
        guard let userID = connection.userID else {
            throw RPCError(
                .permissionDenied,
                "a certificate is needed to administer, and none was shown"
            )
        }
        guard userIDs.contains(userID) else {
            throw RPCError(
                .permissionDenied,
                "user \(userID) may not administer: be root, or the user that the server runs as"
            )
        }
        return Operator(name: userName(userID))
    }
}
