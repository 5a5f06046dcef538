import Foundation
import TestSupport
import Testing

/// Somebody at a terminal: runs `notelet-cli` with a session of their own.
struct Person: Sendable {
    let name: String
    let folder: TemporaryDirectory
    private let server: String

    static let password = "correct horse battery staple"

    /// Somebody new, who has no session yet.
    init(_ name: String, at server: String, in folder: TemporaryDirectory = TemporaryDirectory()) {
        self.name = name
        self.server = server
        self.folder = folder
    }

    /// Somebody who has just signed up.
    static func signedUp(_ name: String, at server: String) async throws -> Person {
        let person = Person(name, at: server)
        let run = try await person.run("signup", "--username", name, "--email", person.email)
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        return person
    }

    /// Somebody who has an account, in another place.
    static func loggedIn(_ name: String, at server: String) async throws -> Person {
        let person = Person(name, at: server)
        let run = try await person.run("login", "--username", name)
        try #require(run.exitCode == 0, "\(run.errorOutput)")
        return person
    }

    var email: String { "\(name)@mail.example.com" }
    var sessionPath: String { folder.path("session.json") }

    /// The environment in which the person's programs run.
    var environment: [String: String] {
        [
            "NOTELET_SERVER": server,
            "NOTELET_SESSION": sessionPath,
            "NOTELET_PASSWORD": Self.password,
            "TZ": "UTC",
            "LANG": "en_US.UTF-8",
        ]
    }

    /// Runs a command to its end.
    func run(
        _ arguments: String...,
        input: String = "",
        setting changes: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run(
            "notelet-cli",
            arguments,
            environment: environment.merging(changes) { _, new in new },
            input: input
        )
    }

    /// Runs a command that is to go well, and returns its JSON document.
    func json(
        _ arguments: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Document {
        let run = try await ProgramRun.run(
            "notelet-cli",
            arguments + ["--json"],
            environment: environment
        )
        try #require(run.exitCode == 0, "\(run.errorOutput)", sourceLocation: sourceLocation)
        return try Document(run.output)
    }

    /// The address of the person's personal link.
    func link() async throws -> String {
        try await json("link", "show")["personal_link"]["url"].text
    }

    /// Starts to watch, and returns once the watch waits for new changes.
    func watch() async throws -> RunningProgram {
        let program = try RunningProgram("notelet-cli", ["watch"], environment: environment)
        let line = await program.nextErrorLine()
        #expect(line?.contains("Waiting") == true)
        return program
    }
}

/// A part of a JSON document; what is not there is null.
struct Document: @unchecked Sendable, CustomStringConvertible {
    // What JSONSerialization makes of JSON never changes.
    private let value: Any

    init(_ text: String) throws {
        value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private init(value: Any) {
        self.value = value
    }

    subscript(name: String) -> Document {
        Document(value: (value as? [String: Any])?[name] ?? NSNull())
    }

    subscript(index: Int) -> Document {
        let elements = value as? [Any] ?? []
        return Document(value: elements.indices.contains(index) ? elements[index] : NSNull())
    }

    var count: Int { (value as? [Any])?.count ?? 0 }
    var text: String { value as? String ?? "" }
    var number: Int? { value as? Int }
    var flag: Bool? { value as? Bool }
    var isNull: Bool { value is NSNull }
    var description: String { "\(value)" }
}
