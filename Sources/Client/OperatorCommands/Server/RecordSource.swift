package import CommandLineInterface
import OperatingSystem

/// What a command that only reads looks at.
package enum RecordSource {
    /// A running server, through its admin listener.
    case server(AdminConnection)
    /// The files of a store, stopped or running.
    case files(FileSource)
}

extension CommandContext {
    /// Opens what the operator wants to look at, and says which it is.
    package func openSource() async throws -> RecordSource {
        guard let folder = self[ServerOptions.folder] else {
            return .server(try await openServer())
        }
        // What is set for all commands is nothing that was asked for.
        let others: [any ParameterDeclaration] = [ServerOptions.server, ServerOptions.app]
        for other in others.map(\.parameter)
        where invocation.origin(of: other) == .commandLine {
            throw CommandFailure(
                .usage,
                "--store and --\(other.name) name two things to look at: give one of them."
            )
        }
        let path = folder.withoutFinalSlashes
        let files = try openFiles(at: path)
        let key = try masterKey(at: self[StoreOptions.keyFile] ?? path + ".key")
        return .files(FileSource(context: self, files: files, path: path, key: key))
    }

    /// Connects to the server, and says which it is.
    package func openServer() async throws -> AdminConnection {
        let connection = try await AdminConnection(self)
        remark("asking the server at \(connection.address)")
        return connection
    }

    /// How a document says what was looked at.
    package func document(of source: RecordSource) -> JSON {
        switch source {
        case .server(let connection): connection.source.1
        case .files(let source): self.source(source.files)
        }
    }
}

extension RecordSource {
    /// Ends the connection, if it is one.
    package func close() {
        if case .server(let connection) = self { connection.close() }
    }
}
