import CommandLineInterface
import Cryptography
import Domain
import Storage
import Records

/// What a command that only reads looks at.
enum RecordSource {
    /// A running server, through its admin listener.
    case server(AdminConnection)
    /// The files of a store, stopped or running.
    case files(FileSource)
}

/// The files of a store with its key.
struct FileSource {
    let context: CommandContext
    let files: StoreFiles
    let path: String
    let key: MasterKey

    /// Makes something of one state of the records.
    func read<Value>(_ body: (any Reading) throws(DomainError) -> Value) throws -> Value {
        try context.attempt(on: path) { () throws(StoreToolError) in
            try files.read(masterKey: key, body)
        }
    }
}

extension CommandContext {
    /// Opens what the operator wants to look at, and says which it is.
    func openSource() async throws -> RecordSource {
        guard let folder = self[ServerOptions.folder] else {
            return .server(try await openServer())
        }
        // One that is set for all commands is none that was asked for.
        guard invocation.origin(of: ServerOptions.server) != .commandLine else {
            throw CommandFailure(
                .usage,
                "--store and --server name two things to look at: give one of them."
            )
        }
        let path = Self.withoutFinalSlashes(folder)
        let files = try openFiles(at: path)
        let key = try masterKey(at: self[StoreCommands.keyFile] ?? path + ".key")
        return .files(FileSource(context: self, files: files, path: path, key: key))
    }

    /// Connects to the server, and says which it is.
    func openServer() async throws -> AdminConnection {
        let connection = try await AdminConnection(self)
        remark("asking the server at \(connection.address)")
        return connection
    }

    /// How a document says what was looked at.
    func document(of source: RecordSource) -> JSON {
        switch source {
        case .server(let connection): document(of: connection)
        case .files(let source): self.source(source.files)
        }
    }

    /// How a document says which server was asked.
    func document(of connection: AdminConnection) -> JSON {
        .object([
            ("state", .string("server")), ("address", .string("\(connection.address)")),
        ])
    }
}

extension RecordSource {
    /// Ends the connection, if it is one.
    func close() {
        if case .server(let connection) = self { connection.close() }
    }
}
