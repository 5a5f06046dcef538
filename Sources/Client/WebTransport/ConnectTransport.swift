package import ClientTransport
internal import Connect
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// Carries calls by the Connect protocol over HTTP, with what URLSession has on every system.
///
/// A server proves itself by a certificate that the system trusts. Connections are kept and shared
/// by URLSession; each stream has one to itself while it is open. No cookie is kept or sent, no
/// response is cached, and no redirect is followed.
///
/// A reader who is slow holds the server back where URLSession can, on Apple's systems; on Linux a
/// stream ends that is more than `WebLimits.unreadByteCountMax` ahead of its reader. Of Linux two
/// things more are to be known, as of Swift 6.3: FoundationNetworking tells a certificate that is
/// not trusted from other failures in words alone, so that calls are tried again in vain, and it
/// ends the process when a connection breaks within the head of a response.
package final class ConnectTransport: CallTransport {
    /// The address of the server, as it was understood.
    package let server: String
    /// Whether what travels is encrypted.
    package let isSecure: Bool

    private let base: WebAddress
    private let headTimeout: Duration
    private let session: URLSession
    private let events = SessionEvents()
    private let isClosed = Guarded(false)

    /// Understands an address; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - address: `https://host` or `http://host`, with a port if it is not the usual one.
    ///   - headTimeout: How long a stream may take to begin, with the connection that it needs.
    /// - Throws: `ConnectionFailure` with `invalidAddress`.
    package init(
        _ address: String,
        headTimeout: Duration = .seconds(10)
    ) throws(ConnectionFailure) {
        self.headTimeout = headTimeout
        base = try WebAddress(address)
        server = base.text
        isSecure = base.isSecure
        session = .stateless(telling: events)
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Makes a call, and takes its whole response.
    package func call(_ call: EncodedCall) async throws(TransportError) -> [UInt8] {
        guard let timeout = call.timeout else { return try await answer(to: call) }
        guard timeout > .zero else { throw .status(.timedOut) }
        return try await withinTime(timeout, orElse: .timedOut) { () throws(TransportError) in
            try await self.answer(to: call)
        }
    }

    /// Begins a call of many responses.
    package func open(_ call: EncodedCall) async throws(TransportError) -> any ResponseStream {
        ConnectStream(
            ConnectResponse(try exchange(call, .serverStream), at: base.host),
            headTimeout: headTimeout,
            owner: self
        )
    }

    /// Ends all requests, and takes no more.
    package func close() async {
        isClosed.withLock { $0 = true }
        session.invalidateAndCancel()
    }

    private func answer(to call: EncodedCall) async throws(TransportError) -> [UInt8] {
        let response = ConnectResponse(try exchange(call, .unary), at: base.host)
        try await response.begin(as: .unary)
        return try await response.body(byteCountMax: WebLimits.messageByteCountMax)
    }

    private func exchange(
        _ call: EncodedCall,
        _ kind: ConnectCallKind
    ) throws(TransportError) -> Exchange {
        guard let request = URLRequest(call, kind, at: base) else {
            throw .status(CallStatus(.invalidArgument, "no address has such a method"))
        }
        // A session that has ended takes no request, not even to refuse it.
        let exchange = isClosed.withLock { isClosed in
            isClosed
                ? nil
                : Exchange(request, by: session, telling: events)
        }
        guard let exchange else { throw .connection(.closed) }
        return exchange
    }
}
