package import CommandLineInterface
import Foundation
package import NoteletClient

/// What a command works with: the connection, the person's wishes, and the way out for its words.
package struct CommandContext: CommandSurroundings {
    /// What was asked for.
    package let invocation: Invocation
    /// The connection to the server.
    package let notelet: Notelet
    /// What keeps the session.
    package let sessions: FileSessionStore
    /// The language of what the person reads.
    package let language: Language
    /// Whose connection it is.
    package let place: ServerPlace

    /// How often a call is tried: for about a second, since a person waits.
    private static let attemptCountMax = 4

    /// Prepares what a command that was asked for works with; nothing is sent yet.
    package init(_ invocation: Invocation) throws(NoteletError) {
        let environment = Terminal.environment
        self.invocation = invocation
        language = invocation[GlobalOptions.language] ?? Language(environment: environment)
        sessions = FileSessionStore(path: Self.sessionPath(invocation))
        place = ServerPlace(invocation, rememberedIn: sessions)
        notelet = try Self.connect(invocation, place, keeping: sessions)
    }

    /// Another connection to the same server, for a session of its own.
    package func connect(keeping sessions: any SessionStore) throws(NoteletError) -> Notelet {
        try Self.connect(invocation, place, keeping: sessions)
    }

    private static func connect(
        _ invocation: Invocation,
        _ place: ServerPlace,
        keeping sessions: any SessionStore
    ) throws(NoteletError) -> Notelet {
        var configuration = NoteletConfiguration()
        configuration.retry.attemptCountMax = attemptCountMax
        configuration.take(timeout: invocation[GlobalOptions.timeout])
        configuration.authorityFile = place.authorityFile
        configuration.certificateFile = invocation[GlobalOptions.certificate]
        configuration.keyFile = invocation[GlobalOptions.key]
        return try Notelet(place.address, sessions: sessions, configuration: configuration)
    }

    /// Says something in the person's language.
    package func phrase(_ korean: String, _ english: String) -> String {
        language == .korean ? korean : english
    }

    /// A text in the person's language.
    package func text(of wording: Wording) -> String {
        wording.others[language.rawValue] ?? wording.english
    }

    /// Writes what was done: a document for a program, a sentence for a person.
    package func write(
        _ document: [JSON.Member],
        _ korean: String,
        _ english: String
    ) throws {
        try write(document) { phrase(korean, english) + "\n" }
    }

    /// What is said where two forms of rows are asked for at once.
    package func conflict(withJSON format: RowFormat) -> String {
        phrase(
            "--json과 --format \(format.rawValue)은(는) 서로 다른 형식입니다. 하나만 지정하시기 바랍니다.",
            PresentationOptions.conflict(withJSON: format)
        )
    }

    /// Refuses a change of nothing.
    package func requireChange(by options: [any ParameterDeclaration]) throws(CommandFailure) {
        let parameters = options.map { $0.parameter }
        guard parameters.allSatisfy({ invocation.origin(of: $0) == .absent }) else { return }
        let names = parameters.map(\.spelling).joined(separator: ", ")
        throw CommandFailure(
            .usage,
            phrase("바꿀 것을 지정하시기 바랍니다: ", "Say what to change: ") + names + "."
        )
    }

    /// The path of the file that keeps the session.
    static func sessionPath(_ invocation: Invocation) -> String {
        expand(invocation[GlobalOptions.session], Terminal.environment)
    }

    /// The folder in which the session is unless another file was named.
    package static var usualFolder: String {
        let path = expand(GlobalOptions.usualSession, Terminal.environment)
        return URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    /// Puts the home folder in the place of a tilde, as a shell does only at the start of a word.
    private static func expand(_ path: String, _ environment: [String: String]) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
            return path
        }
        return home + path.dropFirst()
    }
}
