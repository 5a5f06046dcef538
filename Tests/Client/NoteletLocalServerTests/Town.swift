import NoteletClient
import NoteletLocalServer

/// A password that fits everybody.
let password = "correct horse battery staple"

extension LocalServer {
    /// Somebody with an account, and a client of their own.
    func person(
        _ name: String,
        configuration: NoteletConfiguration = .impatient
    ) async throws -> Notelet {
        let notelet = connect(configuration: configuration)
        _ = try await notelet.signUp(
            username: name,
            email: "\(name)@example.com",
            password: password
        )
        return notelet
    }
}

extension NoteletConfiguration {
    /// So that a test of a server that is gone is not a test of patience.
    static var impatient: NoteletConfiguration {
        var configuration = NoteletConfiguration()
        configuration.retry.pauseMin = .milliseconds(5)
        configuration.retry.pauseMax = .milliseconds(20)
        return configuration
    }
}

extension Notelet {
    /// The address of the own link.
    func linkURL() async throws -> String { try await link()?.url ?? "" }

    /// What all notes say that were received, newest first.
    func contents() async throws -> [String] {
        var contents: [String] = []
        for try await note in inbox().items { contents.append(note.content) }
        return contents
    }
}
