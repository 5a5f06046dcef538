package import AccountRules
package import Domain
internal import Locking
package import NoteletAPI
internal import ProtobufCoding
package import Records
package import TTRPC

// Methods that change something. A call is checked on the thread of its connection, works on the
// password pool where its method says so, and is then a `PendingChange` on its way through the
// store; it gets its reply when what it changed is durable.
extension Endpoint {
    /// What a change does in the store, and what it responds.
    package typealias Transaction<Response> =
        @Sendable (StoreTransaction, Context) throws(DomainError) -> Response

    /// What takes its time before the transaction: what it throws refuses the call.
    package typealias HashingWork<Response> =
        @Sendable () throws(DomainError) -> Transaction<Response>

    /// Hears that a change was applied, and by what its call came in; once for a call and its
    /// retries, on a thread of the store's.
    package typealias ChangeObserver = @Sendable (Entrance) -> Void

    /// A method that changes something for a signed-in caller.
    ///
    /// `purpose` says what becomes of a call when the store is nearly full, `observer` is told once
    /// it was applied, and `replyForm` says how its reply is kept for a retry. `prepare` checks the
    /// request, and last whether this is done too often, on the thread of the connection; it gives
    /// what runs in the store.
    package func change<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        observer: ChangeObserver? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity, PeerOrigin) throws(DomainError)
            -> Transaction<Response>
    ) -> ServedMethod {
        changeEncoding(method, for: purpose, replyForm: replyForm, observer: observer) {
            request,
            caller,
            origin throws(DomainError) in
            encoded(try prepare(request, caller, origin))
        }
    }

    /// As `change`, where the response says nothing but that it was done.
    package func perform<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        observer: ChangeObserver? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity, PeerOrigin) throws(DomainError)
            -> Transaction<Void>
    ) -> ServedMethod {
        change(method, for: purpose, replyForm: .plain, observer: observer) {
            request,
            caller,
            origin throws(DomainError) -> Transaction<Response> in
            let transaction = try prepare(request, caller, origin)
            return { store, context throws(DomainError) in
                try transaction(store, context)
                return Response()
            }
        }
    }

    /// As `change`, where the transaction encodes its response itself.
    package func changeEncoding<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        observer: ChangeObserver? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity, PeerOrigin) throws(DomainError)
            -> Transaction<[UInt8]>
    ) -> ServedMethod {
        changeKeeping(method, for: purpose, replyForm, observer, prepare, show: nil)
    }

    /// As `changeEncoding`, for anybody: the caller is known where a token came, which then has to
    /// be valid.
    ///
    /// Replies to those who have none may hold what lets them come back.
    package func changeForAnybody<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        observer: ChangeObserver? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity?, PeerOrigin) throws(DomainError)
            -> Transaction<[UInt8]>
    ) -> ServedMethod {
        changing(method) { [self] credentials, payload, reply throws(DomainError) in
            var caller: Identity?
            if credentials.accessToken != nil {
                caller = try authenticator.identity(of: credentials)
            }
            let replyForm: IdempotentRequest.ReplyForm = caller == nil ? .sealed : .plain
            let retry = try retry(of: method, replyForm, credentials, payload, by: caller)
            let request = try decode(payload, of: method)
            let change = PendingChange(purpose, caller, credentials, retry, dependencies, reply)
            change.observer = observer
            change.refusing { () throws(DomainError) in
                change.submit(try prepare(request, caller, credentials.origin))
            }
        }
    }

    /// As `change`, where the response shows what is somebody else's too, who may take it away.
    ///
    /// The id of it is all that is kept for a retry, which is shown what is there by then, or gets
    /// what `show` throws.
    package func changeShowing<Request, Response, Subject>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        observer: ChangeObserver? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity, PeerOrigin) throws(DomainError)
            -> Transaction<ObjectID<Subject>>,
        show:
            @escaping @Sendable (ObjectID<Subject>, Identity, StoreView) throws(DomainError)
            -> Response
    ) -> ServedMethod {
        changeKeeping(method, for: purpose, .plain, observer) {
            request,
            caller,
            origin throws(DomainError) in
            let transaction = try prepare(request, caller, origin)
            return { store, context throws(DomainError) in
                try transaction(store, context).opaque.bytes
            }
        } show: { kept, caller, store throws(DomainError) in
            // Earlier versions kept the reply as it went out.
            guard let id = OpaqueID(kept) else { return kept }
            return encode(try show(ObjectID(id), caller, store))
        }
    }

    /// As `changeShowing`, of many things; their ids are kept in the order in which they come.
    package func changeShowingAll<Request, Response, Subject>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        observer: ChangeObserver? = nil,
        _ prepare:
            @escaping @Sendable (Request, Identity, PeerOrigin) throws(DomainError)
            -> Transaction<[ObjectID<Subject>]>,
        show:
            @escaping @Sendable ([ObjectID<Subject>], Identity, StoreView) throws(DomainError)
            -> Response
    ) -> ServedMethod {
        changeKeeping(method, for: purpose, .plain, observer) {
            request,
            caller,
            origin throws(DomainError) in
            let transaction = try prepare(request, caller, origin)
            return { store, context throws(DomainError) in
                try transaction(store, context).flatMap(\.opaque.bytes)
            }
        } show: { kept, caller, store throws(DomainError) in
            let ids = stride(from: 0, to: kept.count, by: OpaqueID.byteCount)
                .compactMap { OpaqueID(Array(kept[$0...].prefix(OpaqueID.byteCount))) }
            return encode(try show(ids.map { ObjectID($0) }, caller, store))
        }
    }

    /// As `changeEncoding`, where `show` makes the response of what is kept for a retry, unless
    /// that is the response.
    private func changeKeeping<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        _ replyForm: IdempotentRequest.ReplyForm,
        _ observer: ChangeObserver?,
        _ prepare:
            @escaping @Sendable (Request, Identity, PeerOrigin) throws(DomainError)
            -> Transaction<[UInt8]>,
        show: (@Sendable ([UInt8], Identity, StoreView) throws(DomainError) -> [UInt8])?
    ) -> ServedMethod {
        changing(method) { [self] credentials, payload, reply throws(DomainError) in
            let caller = try authenticator.identity(of: credentials)
            let retry = try retry(of: method, replyForm, credentials, payload, by: caller)
            let request = try decode(payload, of: method)
            let change = PendingChange(purpose, caller, credentials, retry, dependencies, reply)
            change.observer = observer
            if let show {
                change.show = { kept, store throws(DomainError) in try show(kept, caller, store) }
            }
            change.refusing { () throws(DomainError) in
                change.submit(try prepare(request, caller, credentials.origin))
            }
        }
    }

    /// A method that changes something for anybody.
    package func changeOpenly<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        _ prepare:
            @escaping @Sendable (Request, PeerOrigin) throws(DomainError) -> Transaction<Response>
    ) -> ServedMethod {
        changing(method) { [self] credentials, payload, reply throws(DomainError) in
            let retry = try retry(of: method, replyForm, credentials, payload, by: nil)
            let request = try decode(payload, of: method)
            let change = PendingChange(purpose, nil, credentials, retry, dependencies, reply)
            change.refusing { () throws(DomainError) in
                change.submit(encoded(try prepare(request, credentials.origin)))
            }
        }
    }

    /// What becomes of a change that accompanies something else, and must not fail it.
    package enum Accompaniment<Response> {
        /// Nothing is changed, and this is answered.
        case answer(Response)
        /// Something is changed. Where the store is full, `instead` is answered.
        ///
        /// `end` is told once what was answered, and whether since the store was full; not where an
        /// earlier call had it done, and not where nobody knows what became of it.
        case change(
            Transaction<Response>,
            instead: Response,
            end: @Sendable (Response, _ isFull: Bool) -> Void
        )
    }

    /// A method for anybody that changes something which accompanies something else.
    package func accompany<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ prepare:
            @escaping @Sendable (Request, PeerOrigin) throws(DomainError)
            -> Accompaniment<Response>
    ) -> ServedMethod {
        changing(method) { [self] credentials, payload, reply throws(DomainError) in
            let retry = try retry(of: method, .plain, credentials, payload, by: nil)
            let request = try decode(payload, of: method)
            switch try prepare(request, credentials.origin) {
            case .answer(let response): reply(.success(encode(response)))
            case .change(let transaction, let instead, let end):
                let done = Mutex<Response?>(nil)
                let change = PendingChange(.ordinary, nil, credentials, retry, dependencies) {
                    outcome in
                    switch outcome {
                    case .success:
                        if let response = done.withLock({ $0 }) { end(response, false) }
                    case .failure(.storeFull):
                        end(instead, true)
                        return reply(.success(encode(instead)))
                    case .failure: break
                    }
                    reply(outcome)
                }
                change.submit { store, context throws(DomainError) in
                    let response = try transaction(store, context)
                    done.withLock { $0 = response }
                    return encode(response)
                }
            }
        }
    }

    /// As `change`, with work on the password pool before the transaction.
    package func changeAfterHashing<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        _ prepare:
            @escaping @Sendable (Request, Identity) throws(DomainError) -> HashingWork<Response>
    ) -> ServedMethod {
        changing(method) { [self] credentials, payload, reply throws(DomainError) in
            let caller = try authenticator.identity(of: credentials)
            let retry = try retry(of: method, replyForm, credentials, payload, by: caller)
            let request = try decode(payload, of: method)
            let change = PendingChange(purpose, caller, credentials, retry, dependencies, reply)
            change.refusing { () throws(DomainError) in
                hash(try prepare(request, caller), for: change)
            }
        }
    }

    /// As `changeOpenly`, with work on the password pool before the transaction.
    package func changeOpenlyAfterHashing<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        replyForm: IdempotentRequest.ReplyForm,
        _ prepare:
            @escaping @Sendable (Request, PeerOrigin) throws(DomainError) -> HashingWork<Response>
    ) -> ServedMethod {
        changing(method) { [self] credentials, payload, reply throws(DomainError) in
            let retry = try retry(of: method, replyForm, credentials, payload, by: nil)
            let request = try decode(payload, of: method)
            let change = PendingChange(purpose, nil, credentials, retry, dependencies, reply)
            change.refusing { () throws(DomainError) in
                hash(try prepare(request, credentials.origin), for: change)
            }
        }
    }

    /// Replies with what `body` throws; else the reply is under way.
    private func changing<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (
                CallCredentials, RawSpan, @escaping @Sendable (CallOutcome) -> Void
            ) throws(DomainError) -> Void
    ) -> ServedMethod {
        ServedMethod(
            method,
            .change { credentials, payload, reply in
                do throws(DomainError) {
                    try body(credentials, payload, reply)
                } catch {
                    reply(.failure(error))
                }
            }
        )
    }

    /// How a retry of a call is known; nil for a call without a key.
    private func retry<Request, Response>(
        of method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ replyForm: IdempotentRequest.ReplyForm,
        _ credentials: CallCredentials,
        _ payload: RawSpan,
        by caller: Identity?
    ) throws(DomainError) -> IdempotentRequest? {
        guard let key = credentials.idempotencyKey else { return nil }
        let byteCount = method.service.utf8.count + method.name.utf8.count + payload.byteCount
        return IdempotentRequest(
            key: ScopedKey(user: caller?.user ?? .nobody, key: try IdempotencyKey(key)),
            replyForm: replyForm,
            secrets: dependencies.secrets,
            questionByteCount: byteCount + 2
        ) { question in
            question.append(contentsOf: method.service.utf8)
            question.append(UInt8(ascii: "/"))
            question.append(contentsOf: method.name.utf8)
            question.append(0)
            // A retry may be padded otherwise.
            Padding.visitContent(of: payload) { content in
                content.withUnsafeBytes { question.append(contentsOf: $0) }
            }
        }
    }

    private func hash<Response: ProtobufEncodable & SendableMetatype>(
        _ work: @escaping HashingWork<Response>,
        for change: PendingChange
    ) {
        dependencies.passwordPool.submit { turn in
            change.refusing { () throws(DomainError) in
                guard case .run = turn else {
                    throw .storeUnavailable("too many passwords are being checked")
                }
                change.submit(encoded(try work()))
            }
        }
    }
}

/// The same transaction, with its response encoded.
private func encoded<Response: ProtobufEncodable & SendableMetatype>(
    _ transaction: @escaping Endpoint.Transaction<Response>
) -> Endpoint.Transaction<[UInt8]> {
    { store, context throws(DomainError) in encode(try transaction(store, context)) }
}
