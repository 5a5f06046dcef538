internal import Connect
internal import Domain
package import HTTP
internal import Networking
internal import Serving
internal import TTRPC

/// Who makes a request, as far as its head tells: from where, from whose page, and how.
package struct WebPeer: Sendable {
    /// Where it comes from.
    let network: PeerNetwork
    /// Whether nobody on the way reads along, as far as is known here.
    package let isEncrypted: Bool
    /// What every response to it says in its head.
    package let headers: [HTTPHeader]
    private let page: PageOrigin

    init(_ request: borrowing HTTPRequest, _ configuration: WebConfiguration) {
        let forwarding = configuration.trustedProxies.forwarding(of: request)
        network = forwarding.network
        isEncrypted = forwarding.isEncrypted
        page = PageOrigin(request, configuration.origins, isEncrypted: isEncrypted)
        headers = Self.headers(page, isEncrypted: forwarding.isEncrypted)
    }

    private static func headers(_ page: PageOrigin, isEncrypted: Bool) -> [HTTPHeader] {
        var headers = [
            HTTPHeader("Cache-Control", "no-store"),
            HTTPHeader("X-Content-Type-Options", "nosniff"),
        ]
        if isEncrypted {
            // Two years, as browsers' lists of such hosts ask for.
            headers.append(HTTPHeader("Strict-Transport-Security", "max-age=63072000"))
        }
        if case .allowed(let origin) = page {
            headers.append(HTTPHeader("Access-Control-Allow-Origin", origin))
            headers.append(HTTPHeader("Access-Control-Expose-Headers", "Retry-After"))
            headers.append(HTTPHeader("Vary", "Origin"))
        }
        return headers
    }

    /// Whether it comes from no page, or from one of this door.
    package var isOwn: Bool {
        switch page {
        case .none, .own: true
        case .allowed, .foreign: false
        }
    }

    /// The answer to what is decided by whose page it comes from: a page that may not call, or one
    /// that asks whether it may; nil where it may go on.
    func refusal(of request: borrowing HTTPRequest) -> HTTPResponse? {
        if case .foreign = page {
            let error = ConnectError(.permissionDenied, "pages of this origin may not call")
            return .failed(error, headers: headers)
        }
        guard request.verb == "OPTIONS", case .allowed = page else { return nil }
        return HTTPResponse(.noContent, headers: headers + Self.permissions, body: [])
    }

    /// What pages of other origins may do; browsers remember it for two hours, which is the longest
    /// that they all do.
    private static let permissions = [
        HTTPHeader("Access-Control-Allow-Methods", "GET, POST"),
        HTTPHeader(
            "Access-Control-Allow-Headers",
            "authorization, connect-content-encoding, connect-protocol-version, "
                + "connect-timeout-ms, content-encoding, content-type, idempotency-key, padding, "
                + "x-user-agent"
        ),
        HTTPHeader("Access-Control-Max-Age", "7200"),
    ]
}

/// From whose page a browser makes a request.
enum PageOrigin: Sendable {
    /// From none, or not from a browser.
    case none
    /// From a page of this door.
    case own
    /// From a page that may call.
    case allowed(String)
    /// From any other page.
    case foreign

    init(_ request: borrowing HTTPRequest, _ allowed: Set<String>, isEncrypted: Bool) {
        // Browsers say where a request comes from, but for old ones, which scripts cannot have
        // them say otherwise.
        let site = request.header("sec-fetch-site")
        guard let origin = request.header("origin"), site != "same-origin" else {
            self = site == "cross-site" ? .foreign : .none
            return
        }
        let host = origin.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
        // Where this door encrypts, a page that came unencrypted is whoever's on the way.
        let isSafe = !isEncrypted || origin.hasPrefix("https://")
        if let own = request.header("host"), !own.isEmpty, host == own.lowercased(), isSafe {
            self = .own
        } else if allowed.contains(origin) {
            self = .allowed(origin)
        } else {
            self = .foreign
        }
    }
}

extension CallCredentials {
    /// Reads `Authorization: Bearer {token}` and `Idempotency-Key: {key}`.
    init(
        _ request: borrowing HTTPRequest,
        of method: WebMethod,
        at door: WebDoor,
        from peer: WebPeer,
        _ session: CookieSession?
    ) {
        self.init(
            accessToken: request.header("authorization").map(Self.token) ?? session?.token,
            idempotencyKey: request.header("idempotency-key"),
            origin: PeerOrigin(peer.network),
            memory: .of(method, at: door, on: request.connection),
            entrance: .web
        )
    }

    /// Those of a page's visitor.
    init(from peer: WebPeer, token: TokenText?, key: String?) {
        self.init(
            accessToken: token,
            idempotencyKey: key,
            origin: PeerOrigin(peer.network),
            memory: .ofSharedConnection(),
            entrance: .web
        )
    }

    /// What a header says; nobody's token where it is of another form, so that nobody is taken for
    /// a stranger who meant to be somebody.
    private static func token(_ header: String) -> TokenText {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return .ofNobody }
        return TokenText(parts[1].utf8.span.bytes)
    }
}

extension AuthenticationMemory {
    /// That of a call: a stream counts for its account like a connection, and unary calls have one
    /// together, which counts for nobody, since all clients of a proxy may share a connection.
    fileprivate static func of(
        _ method: WebMethod,
        at door: WebDoor,
        on connection: HTTPConnection
    ) -> AuthenticationMemory {
        let proof = ConnectionProof(connection)
        if method.isStream { return AuthenticationMemory(proof) }
        if let memories = connection.userData as? ConnectionMemories {
            return memories.memory(for: door.life)
        }
        let memories = ConnectionMemories { ofSharedConnection(proof) }
        connection.userData = memories
        return memories.memory(for: door.life)
    }
}

extension ConnectionProof {
    init(_ connection: HTTPConnection) {
        self.init(certificateName: connection.certificateName, userID: connection.userID)
    }
}
