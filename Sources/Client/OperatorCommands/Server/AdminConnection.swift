package import CommandLineInterface
package import NoteletAPI
package import TTRPC

/// A connection to the admin listener of a running server.
package struct AdminConnection: Sendable {
    /// Where the server listens.
    package let address: Address
    private let client: Client
    /// The app that all calls are for; nil for the default one.
    private let app: String?
    /// Names the app of all calls.
    private let metadata: Metadata

    /// How long an answer may take that is not a count of all notes.
    package static let usualTimeout = Duration.seconds(30)

    /// Connects to a server.
    ///
    /// - Throws: `CommandFailure` that says what to do.
    package init(_ context: CommandContext) async throws(CommandFailure) {
        let address = context[ServerOptions.server]
        self.address = address
        var metadata = Metadata()
        app = context[ServerOptions.app]
        if let app { metadata.append("app", app) }
        self.metadata = metadata
        do throws(RuntimeError) {
            let credentials =
                address.isSecure
                ? try ClientCredentials(
                    authorityFile: context[ServerOptions.authorities],
                    certificateFile: context[ServerOptions.certificate],
                    keyFile: context[ServerOptions.key]
                ) : nil
            client = try await Client.connect(to: address, credentials: credentials)
        } catch {
            throw Self.failure(error, address)
        }
    }

    /// Makes a call, once.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - request: The request.
    ///   - timeout: How long the answer may take.
    ///   - missing: What an operator is told where what the request names is not there; what the
    ///     server says where it is nil.
    /// - Returns: The answer.
    /// - Throws: `CommandFailure` that says what to do.
    package func call<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        timeout: Duration = usualTimeout,
        missing: String? = nil
    ) async throws(CommandFailure) -> Response {
        do throws(RPCError) {
            return try await client.call(
                TTRPC.MethodDescriptor(service: method.service, method: method.name),
                request,
                options: CallOptions(timeout: timeout, metadata: metadata)
            )
        } catch {
            let failure = failure(error)
            throw error.code == .notFound ? failure.saying(missing ?? failure.message) : failure
        }
    }

    /// Opens a stream; its failures come with its first message.
    package func stream<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request
    ) throws(CommandFailure) -> MessageSequence<Response> {
        do throws(RPCError) {
            return try client.serverStream(
                TTRPC.MethodDescriptor(service: method.service, method: method.name),
                request,
                options: CallOptions(metadata: metadata)
            )
        } catch {
            throw failure(error)
        }
    }

    /// Ends the connection.
    package func close() { client.close() }
}

// What an operator is told: what, which, why, and what to do.
extension AdminConnection {
    private static func failure(_ error: RuntimeError, _ address: Address) -> CommandFailure {
        switch error.code {
        case .unusableCertificate: CommandFailure(.configuration, error.message + ".")
        case .handshakeFailed:
            CommandFailure(
                .authentication,
                "\(address) and this program do not trust each other: \(error.message)."
            )
        default:
            CommandFailure(
                .unreachable,
                "\(error.message). The server has to run with --admin-listen, which this program "
                    + "is told by --server or NOTELET_ADMIN_SERVER"
                    + (address.isSecure ? "." : "; be root or the user that it runs as.")
            )
        }
    }

    /// Describes what a call failed with, and why where the server says so.
    package func failure(_ error: RPCError) -> CommandFailure {
        let told = explanation(of: error)
        return Refusal(in: error.details).map { told.because(of: $0) } ?? told
    }

    private func explanation(of error: RPCError) -> CommandFailure {
        switch error.code {
        case .permissionDenied, .unauthenticated:
            CommandFailure(.authentication, "\(address) refused: \(error.message).")
        // An app whose store cannot be used is told of in details; a server that has gone is not.
        case .unavailable where !error.details.isEmpty:
            CommandFailure(.unreachable, "\(address): \(error.message)")
        case .unavailable:
            CommandFailure(.unreachable, "\(address) has gone away: \(error.message).")
        case .deadlineExceeded:
            CommandFailure(
                .timeout,
                "\(address) did not answer in time; what was asked may have happened."
            )
        case .resourceExhausted:
            CommandFailure(.timeout, "\(address) cannot do it now: \(error.message)")
        // A server that knows the method, and does not offer its feature, says so in details.
        case .unimplemented where error.details.isEmpty:
            CommandFailure(
                .protocolViolation,
                "\(address) is no admin listener, or one of another version: \(error.message)."
            )
        case .unimplemented:
            CommandFailure(.refused, "\(error.message) \(appThatWasAsked)")
        case .dataLoss:
            CommandFailure(.badData, "\(address): \(error.message) 'store verify' says which.")
        case .internal, .unknown:
            CommandFailure(.protocolViolation, "\(address) failed: \(error.message).")
        default:
            CommandFailure(.refused, error.message)
        }
    }

    /// What one app of a server does not offer another one may.
    private var appThatWasAsked: String {
        let which =
            app.map { "It was the app \($0) that was asked" }
            ?? "It was its default app that was asked; --app names another one"
        return "\(which), and --features of the server says what is offered."
    }
}
