import CommandLineInterface
import NoteletClient

/// What a command works with: the connection, the person's wishes, and the way out for its words.
struct CommandContext: Sendable {
    let invocation: Invocation
    let notelet: Notelet
    let sessions: FileSessionStore
    let isJSON: Bool
    let language: Language
    let style: TerminalStyle
    let environment: [String: String]
    let output = TextOutput.standard

    /// How often a call is tried: for about a second, since a person waits.
    private static let attemptCountMax = 4

    init(_ invocation: Invocation) throws(NoteletError) {
        let environment = Terminal.environment
        self.invocation = invocation
        self.environment = environment
        isJSON = invocation[GlobalOptions.json]
        language = invocation[GlobalOptions.language] ?? Language(environment: environment)
        style = TerminalStyle(
            invocation[GlobalOptions.color],
            isTerminal: output.isTerminal,
            environment: environment
        )
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

    /// The value of an option or an argument of the command.
    subscript<Declaration: ParameterDeclaration>(
        declaration: Declaration
    ) -> Declaration.Value {
        invocation[declaration]
    }

    /// Says something in the person's language.
    func phrase(_ korean: String, _ english: String) -> String {
        language == .korean ? korean : english
    }

    /// Writes the result of the command: a JSON document, or text for a person.
    ///
    /// - Parameters:
    ///   - document: The members of the document, in their order.
    ///   - text: The lines for a person, each ended; made only if they are shown.
    /// - Throws: `TextOutput.Failure`.
    func write(_ document: [JSON.Member], text: () -> String) throws {
        if isJSON {
            try output.writeLine(JSON.document(document).text)
        } else {
            try output.write(text())
        }
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

    /// Draws a table for where the output goes.
    func draw(_ table: TextTable) -> String {
        table.text(for: output, environment: environment, style: style)
    }

    /// Puts the home folder in the place of a tilde, as a shell does only at the start of a word.
    private static func expand(_ path: String, _ environment: [String: String]) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
            return path
        }
        return home + path.dropFirst()
    }
}
