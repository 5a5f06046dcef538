package import Domain
package import NoteletAPI
package import TTRPC

extension Router {
    /// The routes of all apps of a server: unary methods and streams.
    ///
    /// Each call goes to the app that it names. One of the apps at least is open by now, or was.
    /// What answers in the default app is found best by a router that was made while that is open:
    /// a server is given another one when it opens again, and when it shuts, so that nothing keeps
    /// it.
    package init(serving apps: ServedApps) {
        self.init(apps, at: .people)
    }

    /// The routes of one service, which is the sole app of its server.
    package init(serving service: Service) {
        self.init(serving: ServedApps(sole: service))
    }

    /// The routes of an admin listener: what operators ask, and nothing of the public service.
    ///
    /// They are in no other router, so that a public listener does not know them.
    package init(administering apps: ServedApps) {
        self.init(apps, at: .operators)
    }

    /// The routes of an admin listener of one service, which is the sole app of its server.
    package init(administering service: Service, access: AdministrationAccess) {
        self.init(administering: ServedApps(sole: service, for: access))
    }

    private init(_ apps: ServedApps, at door: Door) {
        self.init()
        for (number, method) in apps.methods(at: door).enumerated() {
            let route = AppRoute(method, number: number, at: door, of: apps)
            switch method.kind {
            case .unary: register(unary: route)
            default: register(stream: route)
            }
        }
    }

    private mutating func register(unary route: AppRoute) {
        let method = TTRPC.MethodDescriptor(route.method)
        guard let standard = route.apps.standard else {
            return registerUnary(method) { call, payload, reply in
                route.answer(call, payload, reply)
            }
        }
        // Mostly calls name no app. What answers those is looked up here, once, and with each call
        // only while it is shut. What both event loops take hold of with a call costs each of them
        // time: there is nothing here that a call would have to keep alive.
        let answer = standard.methods(at: route.door)[route.number].answer
        registerUnary(method) { call, payload, reply in
            guard standard.isOpen, !call.namesApp else {
                return route.answer(call, payload, reply)
            }
            standard.countCall(over: call.connection)
            answer(route.apps.group(of: standard), call, payload, reply)
        }
    }

    private mutating func register(stream route: AppRoute) {
        registerStream(TTRPC.MethodDescriptor(route.method), .serverStream) { call, _ in
            StreamBridge(StreamedCall(call), route)
        }
    }
}

/// Where a method of all apps of a server is found.
struct AppRoute: Sendable {
    let method: MethodSummary
    /// Its place among the methods of an app.
    let number: Int
    let door: Door
    let apps: ServedApps

    init(_ method: MethodSummary, number: Int, at door: Door, of apps: ServedApps) {
        self.method = method
        self.number = number
        self.door = door
        self.apps = apps
    }

    /// Answers a unary call, whichever app it names.
    fileprivate func answer(
        _ call: borrowing IncomingCall,
        _ payload: RawSpan,
        _ reply: consuming UnaryReply
    ) {
        let app: ServedApp
        do throws(DomainError) {
            app = try apps.whatAnswers(call)
        } catch {
            reply.note(tag: ServedApps.tagOfNoApp)
            return reply.fail(apps.refusals.status(of: error))
        }
        app.countCall(over: call.connection)
        reply.note(tag: app.tag)
        app.methods(at: door)[number].answer(apps.group(of: app), call, payload, reply)
    }
}

/// What answers a unary call in one app, whose calls are a group where there are several apps.
typealias UnaryAnswer =
    @Sendable (RequestGroup?, borrowing IncomingCall, RawSpan, consuming UnaryReply) -> Void

extension ServedMethod {
    /// What answers unary calls in an app; `refusals` tells why nothing came of them.
    func answer(in app: AppLife, _ refusals: Refusals) -> UnaryAnswer {
        let isPadded = method.isPadded
        switch handler {
        case .read(let read):
            return { _, call, payload, reply in
                let padding = isPadded ? FramePadding(ofRepliesTo: call) : nil
                switch read(CallCredentials(call, for: app), payload) {
                case .success(let response): reply.succeed(response, padding: padding)
                case .failure(let error): reply.fail(refusals.status(of: error))
                }
            }
        case .change(let change):
            return { group, call, payload, reply in
                let padding = isPadded ? FramePadding(ofRepliesTo: call) : nil
                let key = call.idempotencyKey
                let credentials = CallCredentials(call, for: app, idempotencyKey: key)
                guard let deferred = reply.deferred(in: group, refusals) else { return }
                change(credentials, payload) { outcome in
                    deferred.complete(outcome, padding, refusals)
                }
            }
        case .task(let work):
            return { group, call, payload, reply in
                let padding = isPadded ? FramePadding(ofRepliesTo: call) : nil
                let credentials = CallCredentials(call, for: app)
                let payload = payload.withUnsafeBytes { [UInt8]($0) }
                let cancellation = CallCancellation()
                guard let deferred = reply.deferred(in: group, refusals, cancellation) else {
                    return
                }
                let task = Task {
                    deferred.complete(await work(credentials, payload), padding, refusals)
                }
                cancellation.onCancel { task.cancel() }
            }
        case .stream:
            return { _, _, _, _ in preconditionFailure("A stream is no unary call.") }
        }
    }

    /// What refuses unary calls of a method that an app does not offer.
    static func answer(refusing refusal: DomainError, _ refusals: Refusals) -> UnaryAnswer {
        { _, _, _, reply in reply.fail(refusals.status(of: refusal)) }
    }
}

extension UnaryReply {
    /// Puts the answer off; nil, and refused, where so many calls of the app wait that they seem to
    /// have come to rest, as those of its store do when its disk hangs.
    fileprivate consuming func deferred(
        in group: RequestGroup?,
        _ refusals: Refusals,
        _ cancellation: CallCancellation? = nil
    ) -> DeferredReply? {
        if let group, !hasRoom(for: group) {
            fail(refusals.status(of: .tooManyCalls))
            return nil
        }
        return deferred(in: group, cancellation: cancellation)
    }
}

extension DeferredReply {
    /// Replies with what came of a call.
    fileprivate func complete(
        _ outcome: CallOutcome,
        _ padding: FramePadding?,
        _ refusals: Refusals
    ) {
        switch outcome {
        case .success(let response): succeed(response, padding: padding)
        case .failure(let error): fail(refusals.status(of: error))
        }
    }
}

extension DomainError {
    /// Why a call of an app is refused of which as many wait as may.
    package static let tooManyCalls = DomainError.storeUnavailable(
        "Too many calls of the app wait already."
    )
}

extension TTRPC.MethodDescriptor {
    /// The name under which a method of the contract is served.
    package init<Request, Response>(_ method: NoteletAPI.MethodDescriptor<Request, Response>) {
        self.init(method.summary)
    }

    /// The name under which a method of the contract is served.
    package init(_ method: MethodSummary) {
        self.init(service: method.service, method: method.name)
    }
}

extension FramePadding {
    /// As the contract has it.
    package static let ofContract = FramePadding(
        fieldNumber: UInt8(Padding.fieldNumber),
        frameByteCounts: Padding.frameByteCounts
    )

    /// What lengthens the replies to a call; nil where nobody can count the bytes, or has to by
    /// other means: over a connection that is not encrypted, unless the client asks.
    fileprivate init?(ofRepliesTo call: borrowing IncomingCall) {
        guard call.connection.transport == .tls || call.asksForPadding else { return nil }
        self = Self.ofContract
    }
}

extension Entrance {
    fileprivate init(_ transport: Transport) {
        switch transport {
        case .tcp: self = .tcp
        case .tls: self = .tls
        case .unix: self = .unix
        }
    }
}

extension CallCredentials {
    /// Reads `authorization: Bearer {token}`.
    fileprivate init(
        _ call: borrowing IncomingCall,
        for app: AppLife,
        idempotencyKey: String? = nil
    ) {
        self.init(call.accessToken, idempotencyKey, over: call.connection, for: app)
    }

    /// Those of a call over a connection, in an app.
    fileprivate init(
        _ accessToken: TokenText?,
        _ idempotencyKey: String? = nil,
        over connection: ConnectionContext,
        for app: AppLife
    ) {
        self.init(
            accessToken: accessToken,
            idempotencyKey: idempotencyKey,
            origin: connection.origin,
            memory: .of(connection, for: app),
            entrance: Entrance(connection.transport)
        )
    }
}

/// What is taken along of a call until its streamed request comes.
struct StreamedCall: Sendable {
    /// The app that its metadata name; nil where they name none.
    let app: String?
    /// What lengthens the replies, where the method has that done.
    let padding: FramePadding?
    private let accessToken: TokenText?
    let connection: ConnectionContext

    fileprivate init(_ call: borrowing IncomingCall) {
        app = call.appName
        padding = FramePadding(ofRepliesTo: call)
        accessToken = call.accessToken
        connection = call.connection
    }

    /// What is known of the caller in an app.
    func credentials(for app: ServedApp) -> CallCredentials {
        CallCredentials(accessToken, over: connection, for: app.life)
    }
}

extension IncomingCall {
    /// Reads `authorization: Bearer {token}`.
    fileprivate var accessToken: TokenText? {
        withMetadataValue("authorization") { value -> TokenText? in
            let scheme: StaticString = "Bearer "
            guard let value else { return nil }
            return value.starts(with: scheme)
                ? TokenText(value.extracting(scheme.utf8CodeUnitCount...)) : .ofNobody
        }
    }

    /// Reads `padding: yes`.
    fileprivate var asksForPadding: Bool {
        withMetadataValue(Padding.metadataKey) { value in
            guard let value else { return false }
            return value.byteCount == Padding.metadataValue.utf8CodeUnitCount
                && value.starts(with: Padding.metadataValue)
        }
    }

    /// Reads `idempotency-key: {key}`.
    fileprivate var idempotencyKey: String? {
        withMetadataValue("idempotency-key") { value -> String? in
            guard let value else { return nil }
            return value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// What a connection keeps: its memories, and that for one app at hand, since mostly it calls no
/// other.
private final class MemoryAtHand: Sendable {
    let app: AppLife
    let memory: AuthenticationMemory
    let memories: ConnectionMemories

    init(_ app: AppLife, _ memory: AuthenticationMemory, of memories: ConnectionMemories) {
        self.app = app
        self.memory = memory
        self.memories = memories
    }
}

extension AuthenticationMemory {
    /// That of a connection for an app, made at the first call.
    fileprivate static func of(
        _ connection: ConnectionContext,
        for app: AppLife
    ) -> AuthenticationMemory {
        let kept = connection.userData as? MemoryAtHand
        if let kept, kept.app === app { return kept.memory }
        let memories = kept?.memories ?? ConnectionMemories(of: connection)
        let memory = memories.memory(for: app)
        // As long as the app at hand is open it stays, whatever comes between its calls.
        if kept?.app.isOver ?? true {
            connection.userData = MemoryAtHand(app, memory, of: memories)
        }
        return memory
    }
}

extension ConnectionMemories {
    /// Those of a connection that has none yet.
    fileprivate convenience init(of connection: ConnectionContext) {
        // The connection keeps the memories, which therefore must not keep the connection.
        let proof = ConnectionProof(
            certificateName: connection.certificateName,
            userID: connection.userID
        )
        self.init { [weak connection] in
            AuthenticationMemory(proof) { [weak connection] in connection?.markAuthenticated() }
        }
    }
}

extension RawSpan {
    /// Whether the bytes begin with a prefix.
    fileprivate func starts(with prefix: StaticString) -> Bool {
        guard byteCount >= prefix.utf8CodeUnitCount else { return false }
        return prefix.withUTF8Buffer { prefix in
            withUnsafeBytes { bytes in
                for index in prefix.indices where bytes[index] != prefix[index] { return false }
                return true
            }
        }
    }
}
