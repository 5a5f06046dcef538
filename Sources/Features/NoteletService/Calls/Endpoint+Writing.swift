internal import Domain
internal import NoteletAPI
internal import TTRPC

extension Endpoint {
    /// What a write does inside the transaction.
    typealias Transaction<Value> = @Sendable (any Writing, Context) throws(DomainError) -> Value

    /// Work that takes its time before the transaction: what it throws refuses the call.
    typealias HashingWork<Value> =
        @Sendable () throws(DomainError) -> Transaction<Value>

    /// What refuses a write that is done too often, once it is known to be in order.
    typealias Admission<Request> =
        @Sendable (Request, Identity, PeerOrigin) throws(DomainError) -> Void

    /// What refuses a write that anybody may ask for, once it is known to be in order.
    typealias OpenAdmission<Request> = @Sendable (Request, PeerOrigin) throws(DomainError) -> Void

    /// A method that writes for a signed-in caller: `prepare` checks the request on the
    /// connection's thread and gives what runs in the transaction.
    ///
    /// `purpose` says what becomes of the call when the store is nearly full, and `kind` what is
    /// sent by it, if anything.
    func write<Request: Decodable, Response: Encodable & SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        sending kind: SentKind? = nil,
        replyForm: IdempotentRequest.ReplyForm = .plain,
        admission: Admission<Request>? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError)
            -> Transaction<Response>
    ) -> ServedMethod {
        writeBytes(
            method,
            for: purpose,
            sending: kind,
            replyForm: replyForm,
            admission: admission
        ) { request, caller throws(DomainError) in
            encoding(try prepare(request, caller))
        }
    }

    /// As `write`, where the transaction encodes its response itself.
    func writeBytes<Request: Decodable, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        sending kind: SentKind? = nil,
        replyForm: IdempotentRequest.ReplyForm = .plain,
        admission: Admission<Request>? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError)
            -> Transaction<[UInt8]>
    ) -> ServedMethod {
        writing(method) { credentials, payload, reply throws(DomainError) in
            let caller = try authenticator.identity(of: credentials)
            var write = try write(
                method,
                purpose,
                credentials,
                payload,
                by: caller,
                replyForm,
                reply
            )
            write.door = kind.map { DoorSums.Door($0, credentials.entrance) }
            let request = try decode(Request.self, from: payload)
            let transaction = try prepare(request, caller)
            guard let admission else { return commit(transaction, write) }
            commit(transaction, write) { () throws(DomainError) in
                try admission(request, caller, credentials.origin)
            }
        }
    }

    /// A method that anybody may call and that writes.
    func writeOpenly<Request: Decodable, Response: Encodable & SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        admission: @escaping OpenAdmission<Request>,
        _ prepare: @escaping @Sendable (Request) throws(DomainError) -> Transaction<Response>
    ) -> ServedMethod {
        writing(method) { credentials, payload, reply throws(DomainError) in
            let write = try write(method, purpose, credentials, payload, by: nil, replyForm, reply)
            let request = try decode(Request.self, from: payload)
            let transaction = encoding(try prepare(request))
            commit(transaction, write) { () throws(DomainError) in
                try admission(request, credentials.origin)
            }
        }
    }

    /// As `write`, with work on the password pool before the transaction; a gate counts the calls
    /// of each account.
    func writeAfterHashing<Request: Decodable, Response: Encodable & SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm = .plain,
        through gate: RateGate,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError)
            -> HashingWork<Response>
    ) -> ServedMethod {
        writing(method) { credentials, payload, reply throws(DomainError) in
            let caller = try authenticator.identity(of: credentials)
            let write = try write(
                method,
                purpose,
                credentials,
                payload,
                by: caller,
                replyForm,
                reply
            )
            let request = try decode(Request.self, from: payload)
            let work = try prepare(request, caller)
            admit(write, { () throws(DomainError) in try gate.pass(RateKey(caller.user)) }) {
                hash(work, write)
            }
        }
    }

    /// As `writeOpenly`, with work on the password pool before the transaction.
    func writeOpenlyAfterHashing<Request: Decodable, Response: Encodable & SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        through gate: RateGate,
        _ prepare:
            @escaping @Sendable (Request, PeerOrigin) throws(DomainError)
            -> HashingWork<Response>
    ) -> ServedMethod {
        writing(method) { credentials, payload, reply throws(DomainError) in
            let write = try write(method, purpose, credentials, payload, by: nil, replyForm, reply)
            let request = try decode(Request.self, from: payload)
            let work = try prepare(request, credentials.origin)
            admit(write, { () throws(DomainError) in try gate.pass(RateKey(credentials.origin)) }) {
                hash(work, write)
            }
        }
    }

    /// A write that is under way: how a retry of it is known, and where its outcome goes.
    private struct Write: Sendable {
        let purpose: WritePurpose
        /// Who writes; nil where a call needs no token.
        let caller: Identity?
        let origin: PeerOrigin
        let retry: IdempotentRequest?
        let reply: @Sendable (CallOutcome) -> Void
        /// What it counts as once it is applied; nil for what sends nothing.
        var door: DoorSums.Door?
    }

    private func write<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ purpose: WritePurpose,
        _ credentials: CallCredentials,
        _ payload: RawSpan,
        by caller: Identity?,
        _ replyForm: IdempotentRequest.ReplyForm,
        _ reply: @escaping @Sendable (CallOutcome) -> Void
    ) throws(DomainError) -> Write {
        guard let text = credentials.idempotencyKey else {
            return Write(
                purpose: purpose,
                caller: caller,
                origin: credentials.origin,
                retry: nil,
                reply: reply
            )
        }
        var request: [UInt8] = []
        let byteCount = method.service.utf8.count + method.name.utf8.count + payload.byteCount
        request.reserveCapacity(byteCount + 2)
        request.append(contentsOf: method.service.utf8)
        request.append(UInt8(ascii: "/"))
        request.append(contentsOf: method.name.utf8)
        request.append(0)
        // A retry may be padded otherwise.
        Padding.visitContent(of: payload) { content in
            content.withUnsafeBytes { request.append(contentsOf: $0) }
        }
        let retry = IdempotentRequest(
            key: ScopedKey(user: caller?.user ?? .nobody, key: try IdempotencyKey(text)),
            digest: dependencies.secrets.fingerprint(request),
            replyForm: replyForm
        )
        return Write(
            purpose: purpose,
            caller: caller,
            origin: credentials.origin,
            retry: retry,
            reply: reply
        )
    }

    /// Replies with what `body` throws; else the reply is under way.
    private func writing<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (
                CallCredentials, RawSpan, @escaping @Sendable (CallOutcome) -> Void
            ) throws(DomainError) -> Void
    ) -> ServedMethod {
        ServedMethod(
            method,
            .write { credentials, payload, reply in
                do throws(DomainError) {
                    try body(credentials, payload, reply)
                } catch {
                    reply(.failure(error))
                }
            }
        )
    }

    private func hash<Response: Encodable & SendableMetatype>(
        _ work: @escaping HashingWork<Response>,
        _ write: Write
    ) {
        dependencies.passwordPool.submit { turn in
            do throws(DomainError) {
                guard case .run = turn else {
                    throw .storeUnavailable("too many passwords are being checked")
                }
                commit(encoding(try work()), write)
            } catch {
                write.reply(outcome(of: write, refusedWith: error))
            }
        }
    }

    /// Goes on with a write unless it is refused as done too often.
    private func admit(
        _ write: Write,
        _ admission: () throws(DomainError) -> Void,
        _ body: () -> Void
    ) {
        do throws(DomainError) {
            try admission()
        } catch {
            return write.reply(outcome(of: write, refusedWith: error))
        }
        body()
    }

    private func commit(
        _ transaction: @escaping Transaction<[UInt8]>,
        _ write: Write,
        admission: () throws(DomainError) -> Void
    ) {
        admit(write, admission) { commit(transaction, write) }
    }

    /// What is said when what comes before the transaction refuses.
    ///
    /// A retry has its first reply coming: what it was checked against may have changed by the
    /// very write that it repeats, as a password does.
    private func outcome(of write: Write, refusedWith error: DomainError) -> CallOutcome {
        guard let retry = write.retry else { return .failure(error) }
        do throws(DomainError) {
            let context = dependencies.context
            let kept = try dependencies.store.read { store throws(DomainError) in
                try retry.keptReply(in: store, context)
            }
            return kept.map(CallOutcome.success) ?? .failure(error)
        } catch {
            return .failure(error)
        }
    }

    private func encoding<Response: Encodable & SendableMetatype>(
        _ transaction: @escaping Transaction<Response>
    ) -> Transaction<[UInt8]> {
        { store, context throws(DomainError) in encode(try transaction(store, context)) }
    }

    private func commit(_ transaction: @escaping Transaction<[UInt8]>, _ write: Write) {
        guard write.purpose == .vital, dependencies.store.isFull else {
            return dependencies.store.write(WriteCall(write, transaction, dependencies))
        }
        // The reserve is everybody's: nobody may use it up.
        let key = write.caller.map { RateKey($0.user) } ?? RateKey(write.origin)
        let gate = dependencies.limiter.reserveWrites
        admit(write, { () throws(DomainError) in try gate.pass(key) }) {
            dependencies.store.write(WriteCall(write, transaction, dependencies))
        }
    }

    /// A write on its way through the store.
    ///
    /// Unchecked: `response` is touched by the store's calls alone, which come one after the other.
    private final class WriteCall: StoreWrite, @unchecked Sendable {
        private let write: Write
        private let transaction: Transaction<[UInt8]>
        private let dependencies: ServiceDependencies
        private var response: [UInt8] = []
        /// Whether it is no retry of one that was applied.
        private var isFirst = false

        init(
            _ write: Write,
            _ transaction: @escaping Transaction<[UInt8]>,
            _ dependencies: ServiceDependencies
        ) {
            self.write = write
            self.transaction = transaction
            self.dependencies = dependencies
        }

        var purpose: WritePurpose { write.purpose }

        func run(in store: any Writing) throws(DomainError) {
            let context = dependencies.context
            // The session may have ended while the call waited for the writer; what a deleted
            // account wrote after its erasure would stay for ever.
            if let caller = write.caller, try !store.hasSession(caller.session) {
                throw .refused(.notAuthenticated)
            }
            if let retry = write.retry {
                isFirst = false
                response = try retry.run(in: store, context) { () throws(DomainError) in
                    isFirst = true
                    return try transaction(store, context)
                }
            } else {
                isFirst = true
                response = try transaction(store, context)
            }
        }

        func finish(_ failure: DomainError?) {
            if failure == nil, isFirst, let door = write.door { dependencies.doors.note(door) }
            write.reply(failure.map { .failure($0) } ?? .success(response))
        }
    }
}
