internal import ClientTransport
package import TTRPC

/// Makes one more connection to the server.
package typealias Dial = @Sendable () async throws(RuntimeError) -> Client

/// Keeps one connection to the server for all calls, and makes a new one when it is needed.
///
/// However many calls need a connection at a time, one attempt is made for all of them. Streams get
/// connections of their own: to close one is the only way to give its stream up.
actor Connections {
    private let dial: Dial
    private var client: Client?
    private var separate: [SeparateClient] = []
    private var attempt: Task<Result<Client, RuntimeError>, Never>?
    private var isClosed = false

    init(by dial: @escaping Dial) {
        self.dial = dial
    }

    /// The connection; made now if there is none.
    ///
    /// - Throws: `unreachable` or `handshakeFailed`.
    func current() async throws(TransportError) -> Client {
        guard !isClosed else { throw .connection(.closed) }
        if let client { return client }
        let attempt = self.attempt ?? connect()
        self.attempt = attempt
        let result = await attempt.value
        if self.attempt == attempt {
            self.attempt = nil
            if !isClosed { client = try? result.get() }
        }
        return try Self.client(of: result)
    }

    /// A new connection for one stream, which closes when it is let go.
    ///
    /// - Throws: `unreachable` or `handshakeFailed`.
    func makeSeparate() async throws(TransportError) -> Client {
        let client = try Self.client(of: await connect().value)
        guard !isClosed else {
            client.close()
            throw .connection(.closed)
        }
        separate.removeAll { $0.client == nil }
        separate.append(SeparateClient(client: client))
        return client
    }

    private static func client(
        of result: Result<Client, RuntimeError>
    ) throws(TransportError) -> Client {
        do throws(RuntimeError) {
            return try result.get()
        } catch {
            throw .connection(ConnectionFailure(error))
        }
    }

    /// Makes the next call connect anew.
    ///
    /// Calls that are under way on the old connection may end there: it closes after the last.
    func letGo(of old: Client) {
        if client === old { client = nil }
    }

    /// Closes all connections for good.
    func close() {
        isClosed = true
        client?.close()
        client = nil
        for stream in separate { stream.client?.close() }
        separate = []
    }

    /// A connection that its stream keeps.
    private struct SeparateClient {
        weak var client: Client?
    }

    private func connect() -> Task<Result<Client, RuntimeError>, Never> {
        Task { [dial] in
            do throws(RuntimeError) {
                return .success(try await dial())
            } catch {
                return .failure(error)
            }
        }
    }
}
