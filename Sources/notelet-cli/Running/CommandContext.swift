import CommandLineInterface
import NoteletClient

/// What a command works with: the connection, the person's wishes, and the way out for its words.
struct CommandContext: CommandSurroundings {
    let invocation: Invocation
    let notelet: Notelet
    let sessions: FileSessionStore
    let language: Language

    /// How often a call is tried: for about a second, since a person waits.
    private static let attemptCountMax = 4

    init(_ invocation: Invocation) throws(NoteletError) {
        let environment = Terminal.environment
        self.invocation = invocation
        language = invocation[GlobalOptions.language] ?? Language(environment: environment)
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = Self.attemptCountMax
        configuration.authorityFile = invocation[GlobalOptions.authorities]
        configuration.certificateFile = invocation[GlobalOptions.certificate]
        configuration.keyFile = invocation[GlobalOptions.key]
        sessions = FileSessionStore(
            path: Self.expand(invocation[GlobalOptions.session], environment)
        )
        notelet = try Notelet(
            invocation[GlobalOptions.server],
            sessions: sessions,
            configuration: configuration
        )
    }

    /// Says something in the person's language.
    func phrase(_ korean: String, _ english: String) -> String {
        language == .korean ? korean : english
    }

    /// Refuses a change of nothing.
    func requireChange(by options: [any ParameterDeclaration]) throws(CommandFailure) {
        let parameters = options.map { $0.parameter }
        guard parameters.allSatisfy({ invocation.origin(of: $0) == .absent }) else { return }
        let names = parameters.map(\.spelling).joined(separator: ", ")
        throw CommandFailure(
            .usage,
            phrase("바꿀 것을 지정하시기 바랍니다: ", "Say what to change: ") + names + "."
        )
    }

    /// Refuses to open a session that could not be kept.
    func requireRoomForSession() throws(CommandFailure) {
        do {
            try sessions.checkWritable()
        } catch {
            throw CommandFailure(.inputOutput, "\(error) Name another file with --session.")
        }
    }

    /// Puts the home folder in the place of a tilde, as a shell does only at the start of a word.
    private static func expand(_ path: String, _ environment: [String: String]) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
            return path
        }
        return home + path.dropFirst()
    }
}
