package import AccountRules
package import Domain

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
    /// - Throws: `operatorsOnly` when it is none.
    package func `operator`(provenBy proof: ConnectionProof) throws(DomainError) -> Operator {
        if let name = proof.certificateName { return Operator(name: name) }
        guard let userID = proof.userID, userIDs.contains(userID) else {
            throw .refused(.operatorsOnly)
        }
        return Operator(name: userName(userID))
    }
}

/// What a connection itself proves of who is at its other end.
package struct ConnectionProof: Hashable, Sendable {
    /// The name in the certificate that the peer has shown, which comes from an authority of the
    /// listener's; nil where none was demanded.
    package let certificateName: String?
    /// The user of the process at the other end of a Unix socket, as the kernel tells it.
    package let userID: UInt32?

    /// Gathers what there is; nothing by itself.
    package init(certificateName: String? = nil, userID: UInt32? = nil) {
        self.certificateName = certificateName
        self.userID = userID
    }
}
