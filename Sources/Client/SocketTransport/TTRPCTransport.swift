package import ClientTransport
internal import TTRPC

/// Carries calls by ttrpc, over TCP, TLS or a Unix socket, or as it is told to connect.
///
/// All unary calls share one connection, and each stream has its own: to close one is the only way
/// to give its stream up.
package struct TTRPCTransport: CallTransport {
    /// The address of the server, as it was understood.
    package let server: String
    /// Whether what travels is encrypted.
    package let isSecure: Bool

    private let connections: Connections
    /// A short call that shows the server who uses a connection.
    private let introduction: EncodedCall.Method

    /// Understands an address, and reads the files of the credentials; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - address: `tls://host:port`, `tcp://host:port` or `unix:///path`.
    ///   - credentials: Whom to trust at a `tls://` address.
    ///   - connectTimeout: How long to try to connect.
    ///   - introduction: A short call without effect, made with the caller's metadata before a
    ///     request is repeated that was too long for a stranger.
    /// - Throws: `ConnectionFailure` with `invalidAddress` or `unusableCertificate`.
    package init(
        _ address: String,
        credentials: SocketCredentials = SocketCredentials(),
        connectTimeout: Duration,
        introduction: EncodedCall.Method
    ) throws(ConnectionFailure) {
        do throws(RuntimeError) {
            let address = try Address(address)
            let credentials = address.isSecure ? try ClientCredentials(credentials) : nil
            var configuration = ClientConfiguration()
            configuration.connectTimeout = connectTimeout
            self.init(
                to: address.description,
                isSecure: address.isSecure,
                introduction: introduction
            ) { [configuration] () async throws(RuntimeError) in
                try await Client.connect(
                    to: address,
                    credentials: credentials,
                    configuration: configuration
                )
            }
        } catch {
            throw ConnectionFailure(error)
        }
    }

    /// Reaches a server by other means than an address.
    ///
    /// - Parameters:
    ///   - server: What the server is called.
    ///   - isSecure: Whether what travels is encrypted.
    ///   - introduction: As above.
    ///   - dial: Makes a connection, as often as one is needed.
    package init(
        to server: String,
        isSecure: Bool = false,
        introduction: EncodedCall.Method,
        by dial: @escaping Dial
    ) {
        self.server = server
        self.isSecure = isSecure
        self.introduction = introduction
        connections = Connections(by: dial)
    }

    /// Makes a call on the connection of all calls.
    package func call(_ call: EncodedCall) async throws(TransportError) -> [UInt8] {
        let client = try await connections.current()
        do throws(RPCError) {
            do throws(RPCError) {
                return try await client.send(call)
            } catch {
                // The frame was too long: longer than what a server takes from strangers, perhaps.
                guard error.code == .resourceExhausted, error.details.isEmpty,
                    call.metadata[Self.callerKey] != nil
                else { throw error }
                try await introduce(call, to: client)
                return try await client.send(call)
            }
        } catch {
            // Also after a silent timeout: a connection that swallows requests is not used again.
            if error.code == .unavailable || error.code == .deadlineExceeded {
                await connections.letGo(of: client)
            }
            throw .status(CallStatus(error))
        }
    }

    /// Makes a call on a connection of its own.
    package func open(_ call: EncodedCall) async throws(TransportError) -> any ResponseStream {
        let client = try await connections.makeSeparate()
        let stream = client.openStream(
            MethodDescriptor(call.method),
            .serverStream,
            request: call.request,
            options: CallOptions(call)
        )
        return ConnectionStream(client: client, messages: stream.messages)
    }

    /// Ends all connections.
    package func close() async {
        await connections.close()
    }

    /// What the metadata name the caller by.
    private static let callerKey = "authorization"

    /// Shows the server who uses a connection, by a call that is short.
    private func introduce(_ call: EncodedCall, to client: Client) async throws(RPCError) {
        let metadata = call.metadata.filter { $0.key == Self.callerKey }
        let short = EncodedCall(introduction, [], timeout: call.timeout, metadata: metadata)
        do throws(RPCError) {
            _ = try await client.send(short)
        } catch {
            // Who may not do this is known from then on all the same.
            guard error.code == .permissionDenied else { throw error }
        }
    }
}

/// The responses of a stream, and the connection that carries it alone: it closes when the stream
/// is let go.
private struct ConnectionStream: ResponseStream {
    let client: Client
    let messages: MessageSequence<[UInt8]>

    func next() async throws(TransportError) -> [UInt8]? {
        do throws(RPCError) {
            var iterator = messages.makeAsyncIterator()
            return try await iterator.next()
        } catch {
            throw .status(CallStatus(error))
        }
    }
}

extension Client {
    fileprivate func send(_ call: EncodedCall) async throws(RPCError) -> [UInt8] {
        try await self.call(
            MethodDescriptor(call.method),
            payload: call.request,
            options: CallOptions(call)
        )
    }
}

extension MethodDescriptor {
    fileprivate init(_ method: EncodedCall.Method) {
        self.init(service: method.service, method: method.name)
    }
}

extension CallOptions {
    fileprivate init(_ call: EncodedCall) {
        var metadata = Metadata()
        for (key, value) in call.metadata.sorted(by: { $0.key < $1.key }) {
            metadata.append(key, value)
        }
        self.init(
            timeout: call.timeout,
            metadata: metadata,
            padding: call.padding.map { padding in
                FramePadding(
                    fieldNumber: padding.fieldNumber,
                    frameByteCounts: padding.byteCounts
                )
            }
        )
    }
}
