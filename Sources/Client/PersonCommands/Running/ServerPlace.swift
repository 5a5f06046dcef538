import CommandLineInterface
import Foundation
import NoteletClient

/// Where a command finds the server, and whom it trusts to be it.
///
/// Whoever names a server gets that one. Otherwise it is the server of the session, with the
/// authorities with which the session was opened; without a session it is the default.
struct ServerPlace {
    /// The address.
    let address: String
    /// The file of the authorities, by its absolute path; nil means those that the system trusts.
    let authorityFile: String?
    /// The server of the session where that is another one, at which alone the session counts; nil
    /// also for a session that has lapsed.
    let otherServer: String?

    /// Chooses by what was given, and by what the session remembers.
    init(_ invocation: Invocation, rememberedIn sessions: FileSessionStore) {
        // One that cannot be read is told of by the first call that needs it.
        let session = try? sessions.load()
        let isNamed = invocation.origin(of: GlobalOptions.server) != .declaredDefault
        let named = invocation[GlobalOptions.server]
        address = isNamed ? named : session?.server ?? named
        // Who answers for one server need not answer for another.
        let isSame = (try? Notelet(address).server) == session?.server
        if let file = invocation[GlobalOptions.authorities] {
            authorityFile = URL(fileURLWithPath: file).standardized.path
        } else {
            authorityFile = isSame ? session?.authorityFile : nil
        }
        let now = Int64(Date().timeIntervalSince1970)
        let isAlive = session.map { now < $0.refreshExpiresAt } ?? false
        otherServer = isAlive && !isSame ? session?.server : nil
    }
}

extension NoteletConfiguration {
    /// Waits no longer than this for anything.
    mutating func take(timeout: Duration) {
        callTimeout = timeout
        attemptTimeout = min(attemptTimeout, timeout)
        connectTimeout = min(connectTimeout, timeout)
    }
}
