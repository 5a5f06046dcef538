import CommandLineInterface
import Foundation
import NoteletClient

/// Where a command finds the server, and whom it trusts to be it.
///
/// Whoever names a server gets that one. Otherwise it is the server of the session, with the
/// authorities with which the session was opened; without a session it is the default.
package struct ServerPlace {
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

extension ServerPlace {
    /// Whose session a file holds that counts for nothing here, and what to do; nil where it holds
    /// none of another server.
    package func strangeness(ofSessionIn path: String, _ language: Language) -> String? {
        guard let other = otherServer else { return nil }
        return switch language {
        case .korean:
            "\(path)의 세션은 \(other) 서버의 것이며 \(address) 서버에서는 쓸 수 없습니다. --server \(other)로 그 서버를 "
                + "지정하거나, --session으로 다른 파일을 지정하시기 바랍니다. 그 세션을 버리고 여기에 로그인하려면 그 파일을 지우시기 바랍니다."
        case .english:
            "The session in \(path) is of \(other), and counts for nothing at \(address). Go there "
                + "with --server \(other), or sign in here with another file, named by --session; "
                + "to give that session up, remove the file."
        }
    }
}

extension ServerPlace {
    /// Which app of the server was asked, since what it does not offer another one may; nil where
    /// the address itself leads to its app.
    func appThatWasAsked(_ language: Language) -> String? {
        if address.hasPrefix("http") { return nil }
        return switch (language, AppAddress(address).app) {
        case (.korean, let app?): "요청한 앱은 \(app)입니다."
        case (.korean, nil): "요청한 것은 서버의 기본 앱이며, 다른 앱은 --server 주소 끝에 ?app=NAME을 붙여 지정합니다."
        case (.english, let app?): "It was the app \(app) that was asked."
        case (.english, nil):
            "It was its default app that was asked; ?app=NAME at the end of --server names another."
        }
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
