internal import Connect
package import Domain
package import HTTP
internal import NoteletAPI
package import Serving
package import TTRPC

/// Answers what comes over HTTP: calls of the methods of a service.
package final class WebDoor: Sendable {
    let methods: WebMethods
    let changes = ChangeLine()
    /// The room for calls that wait.
    private let room: WebRoom.Share
    let streams = OpenStreams<WebStream, ConnectError> { $0.end($1) }
    let dependencies: ServiceDependencies
    let authenticator: Authenticator
    /// What is set of it.
    package let configuration: WebConfiguration
    let counting: WebCounting
    /// Tells what connections remember for it from what they do for others.
    let life = AppLife()
    /// What calls may cost now.
    let limits = WebLimits()

    /// Puts a door in front of a service; it lets nothing in until limits are set.
    package convenience init(serving service: Service, _ configuration: WebConfiguration) {
        self.init(Array(service.methods.values), service.dependencies, configuration)
    }

    /// Puts a door in front of what operators ask; it lets nothing in until limits are set, and
    /// nobody but operators.
    package convenience init(
        administering service: Service,
        access: AdministrationAccess,
        _ configuration: WebConfiguration
    ) {
        var configuration = configuration
        configuration.admission = .operators(access)
        self.init(service.administration(for: access), service.dependencies, configuration)
    }

    private init(
        _ methods: [ServedMethod],
        _ dependencies: ServiceDependencies,
        _ configuration: WebConfiguration
    ) {
        self.dependencies = dependencies
        self.configuration = configuration
        self.methods = WebMethods(methods, dependencies.offered)
        room = configuration.room ?? WebRoom.Share(of: WebRoom())
        authenticator = Authenticator(dependencies)
        counting =
            configuration.counting
            ?? WebCounting(self.methods.inOrder.map(\.counted), configuration.callObserver)
    }

    /// Replaces the limits, by those of the other doors.
    package func set(_ limits: ServerLimits) {
        self.limits.set(limits)
        changes.set(countMax: limits.runningRequestCountMax)
    }

    /// Ends all streams, and those that come: the server ends, and their clients come back
    /// elsewhere, or later.
    package func endStreams() {
        streams.end(ConnectError(.unavailable, "the server is ending"))
    }

    /// Ends all streams, and those that come, for what has become of the app: the door is one no
    /// more.
    package func endStreams(_ error: DomainError) {
        life.end()
        streams.end(ConnectError(Status(error)))
    }

    /// What calls have come to.
    package var statistics: WebStatistics {
        WebStatistics(
            methods: counting.statistics,
            runningRequestCount: room.callCount,
            streamCount: streams.count
        )
    }
}

extension WebDoor {
    /// Runs a unary method, a change when it is its turn; what does not answer at once is refused
    /// where so much of the app waits that its store seems to have come to rest.
    ///
    /// - Parameters:
    ///   - served: The method.
    ///   - credentials: What is known of the caller.
    ///   - payload: The request in its binary form.
    ///   - isAwaited: Whether somebody still waits when it is a change's turn.
    ///   - completion: Gets the outcome, now or later and from any thread.
    /// - Returns: The work that goes on, where it can be cancelled.
    @discardableResult
    func run(
        _ served: ServedMethod,
        _ credentials: CallCredentials,
        _ payload: [UInt8],
        while isAwaited: @escaping @Sendable () -> Bool = { true },
        completion: @escaping @Sendable (CallOutcome) -> Void
    ) -> Task<Void, Never>? {
        switch served.handler {
        case .read(let read):
            completion(read(credentials, payload.span.bytes))
        case .change(let change):
            guard room.begin() else {
                completion(.failure(.tooManyCalls))
                return nil
            }
            changes.run { [self] in
                guard isAwaited() else { return endChange() }
                change(credentials, payload.span.bytes) { [self] outcome in
                    completion(outcome)
                    endChange()
                }
            }
        case .task(let work):
            guard room.begin() else {
                completion(.failure(.tooManyCalls))
                return nil
            }
            return Task {
                completion(await work(credentials, payload))
                self.room.end()
            }
        case .stream:
            preconditionFailure("A stream is no unary call.")
        }
        return nil
    }

    private func endChange() {
        room.end()
        changes.end()
    }
}

/// What the calls over HTTP have come to so far.
package struct WebStatistics: Sendable {
    /// What was counted of each method.
    package let methods: [MethodStatistics]
    /// Calls that wait for the store or for a password to be checked.
    package let runningRequestCount: Int
    /// Streams that are open.
    package let streamCount: Int
}

extension WebDoor {
    /// The path of a request below that of the door.
    package func path(of request: borrowing HTTPRequest) -> String {
        String(request.path.dropFirst(configuration.place.basePath.count))
    }

    /// The session whose cookies come with a request, for a page that shows what is the visitor's.
    package func session(of request: borrowing HTTPRequest) -> CookieSession {
        CookieSession(cookiesOf: request, named: configuration.place.sessionName)
    }
}

extension WebDoor: HTTPHandler {
    package func receive(_ request: borrowing HTTPRequest) -> HTTPReception {
        let peer = WebPeer(request, configuration)
        if let refusal = configuration.admission.refusal(of: request, from: peer) {
            return .answer(refusal)
        }
        guard let method = methods[path(of: request)] else {
            return receivePage(request, from: peer)
        }
        if let refusal = peer.refusal(of: request) { return .answer(refusal) }
        return receive(request, of: method, from: peer)
    }

    /// Shows a page; what other sites lead to is shown, and what they send is not taken.
    private func receivePage(
        _ request: borrowing HTTPRequest,
        from peer: WebPeer
    ) -> HTTPReception {
        if request.verb != "GET", request.verb != "HEAD", let refusal = peer.refusal(of: request) {
            return .answer(refusal)
        }
        if let page = configuration.pages?.receive(request, from: peer, at: self) { return page }
        let error = ConnectError(.unimplemented, "there is nothing of this name")
        return .answer(.missing(error, headers: peer.headers))
    }

    private func receive(
        _ request: borrowing HTTPRequest,
        of method: WebMethod,
        from peer: WebPeer
    ) -> HTTPReception {
        do throws(ConnectRequest.Rejection) {
            let head = try ConnectRequest(request, method)
            let call = call(request, head, of: method, from: peer)
            let byteCountMax = bodyByteCountMax(of: call)
            return .body(byteCountMax: byteCountMax, headers: peer.headers) { [self] body, reply in
                call.run(body, reply, in: self)
            }
        } catch {
            return .answer(.rejected(error, method.connect.kind, headers: peer.headers))
        }
    }

    private func call(
        _ request: borrowing HTTPRequest,
        _ head: ConnectRequest,
        of method: WebMethod,
        from peer: WebPeer
    ) -> WebCall {
        let session =
            peer.isOwn ? CookieSession(request, named: configuration.place.sessionName) : nil
        let credentials = CallCredentials(request, of: method, at: self, from: peer, session)
        return WebCall(
            method: method,
            request: head,
            messages: WebMessages(
                method: method,
                codec: head.codec,
                isPadded: method.served.method.isPadded
                    && (peer.isEncrypted || request.header("padding") == "yes"),
                requestByteCountMax: requestByteCountMax(of: head, request, credentials)
            ),
            credentials: credentials,
            headers: peer.headers,
            counting: WebCounting.Call(
                counting: counting,
                method: method.counted,
                connection: ObjectIdentifier(request.connection)
            ),
            refusals: dependencies.refusals,
            session: session,
            clock: dependencies.clock
        )
    }

    /// How long the request of a call may be in its binary form: one that is short, and is not
    /// compressed, needs no look at the token.
    private func requestByteCountMax(
        of head: ConnectRequest,
        _ request: borrowing HTTPRequest,
        _ credentials: CallCredentials
    ) -> Int {
        let ofStrangers = limits.strangerRequestByteCountMax
        if head.compression == .identity {
            let announced = request.header("content-length").flatMap(Int.init) ?? .max
            let isShort = announced <= WebMessages.byteCountMax(of: head.codec, ofStrangers)
            if isShort || head.queryMessage != nil { return ofStrangers }
        }
        let isKnown = (try? authenticator.identity(of: credentials)) != nil
        return isKnown ? limits.requestByteCountMax : ofStrangers
    }

    /// How long the body of a call may be.
    private func bodyByteCountMax(of call: WebCall) -> Int {
        if call.request.queryMessage != nil { return 0 }
        return ConnectEnvelope.prefixByteCount
            + WebMessages.byteCountMax(
                of: call.request.codec,
                call.messages.requestByteCountMax
            )
    }
}

extension ConnectRequest {
    fileprivate init(
        _ request: borrowing HTTPRequest,
        _ method: WebMethod
    ) throws(Rejection) {
        let names = [
            "content-type", "content-encoding", "connect-content-encoding",
            "connect-protocol-version", "connect-timeout-ms",
        ]
        let parameters = ["encoding", "message", "base64", "compression", "connect"]
        let headers = request.headers(names)
        let query = request.verb == "GET" ? request.queries(parameters) : [:]
        try self.init(
            verb: request.verb,
            method.connect,
            header: { headers[$0] },
            query: { query[$0] }
        )
    }
}

extension HTTPResponse {
    /// The answer to what asks for nothing that there is.
    fileprivate static func missing(
        _ error: ConnectError,
        headers: [HTTPHeader]
    ) -> HTTPResponse {
        HTTPResponse(
            .notFound,
            headers: headers + [HTTPHeader("Content-Type", "application/json")],
            body: error.json
        )
    }

    /// The answer to a request that makes no call.
    fileprivate static func rejected(
        _ rejection: ConnectRequest.Rejection,
        _ kind: ConnectCallKind,
        headers: [HTTPHeader]
    ) -> HTTPResponse {
        switch rejection {
        case .verbNotAllowed(let allowed):
            HTTPResponse(
                .methodNotAllowed,
                headers: headers + [HTTPHeader("Allow", allowed)],
                body: []
            )
        case .unsupportedMediaType(let accepted):
            HTTPResponse(
                .unsupportedMediaType,
                headers: headers + [HTTPHeader("Accept-Post", accepted)],
                body: []
            )
        case .failed(let error, let codec):
            .failed(error, kind, codec, headers: headers)
        }
    }
}
