package import AccountRules
package import Domain
package import NoteletAPI
internal import ProtobufCoding
package import Records

/// Serves methods of operators: finds out who calls, runs the use case on the store, and answers
/// with what comes of it.
///
/// Operators are few and calls of theirs rare, so each is a task of its own, but for what programs
/// of theirs ask for at rates. There are no keys for retries: whatever they ask for twice is done
/// by the first time.
package struct AdministrationEndpoint: Sendable {
    /// What the methods work with.
    package let dependencies: ServiceDependencies
    /// Who may call.
    let access: AdministrationAccess
    /// What goes back when an operator bars an account, of all features.
    package let barringSteps: [BarringStep]

    /// A method that takes its time, and answers with what `body` gives or throws.
    package func answer<Request, Response: SendableMetatype>(
        _ method: MethodDescriptor<Request, Response>,
        _ body: @escaping @Sendable (Request, Operator) async throws(DomainError) -> Response
    ) -> ServedMethod {
        answerBytes(method) { request, person async throws(DomainError) in
            encode(try await body(request, person))
        }
    }

    /// As `answer`, where `body` encodes the response itself.
    private func answerBytes<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ body: @escaping @Sendable (Request, Operator) async throws(DomainError) -> [UInt8]
    ) -> ServedMethod {
        ServedMethod(
            method,
            .task { credentials, payload in
                do throws(DomainError) {
                    let (person, request) = try understand(credentials, payload.span.bytes, method)
                    return .success(try await body(request, person))
                } catch {
                    return .failure(error)
                }
            }
        )
    }

    /// A method that reads a page of a list: `visit` gives the page what the list has from the
    /// cursor of the request on, until it has enough, and answers where the next one begins; nil at
    /// the end.
    package func list<Request: PageRequest, Response: PageResponse>(
        _ method: MethodDescriptor<Request, Response>,
        _ visit:
            @escaping @Sendable (Request, StoreView, inout AdministrationPage<Response.Listed>)
            throws(DomainError) -> [UInt8]?
    ) -> ServedMethod {
        answerBytes(method) { request, _ throws(DomainError) in
            var page = AdministrationPage<Response.Listed>(of: try PageSize(request.pageSize))
            let next = try dependencies.store.read { store throws(DomainError) in
                try visit(request, store, &page)
            }
            return page.finish(nextCursor: next ?? [])
        }
    }

    /// A method that is no task, for what programs ask for at rates: `body` is called on the thread
    /// of the connection, and gives the outcome later, exactly once, from any thread.
    package func submit<Request, Response: SendableMetatype>(
        _ method: MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (
                Request, Operator, @escaping @Sendable (Result<Response, DomainError>) -> Void
            ) throws(DomainError) -> Void
    ) -> ServedMethod {
        ServedMethod(
            method,
            .change { credentials, payload, reply in
                do throws(DomainError) {
                    let (person, request) = try understand(credentials, payload, method)
                    try body(request, person) { outcome in reply(outcome.map { encode($0) }) }
                } catch {
                    reply(.failure(error))
                }
            }
        )
    }

    /// A method that reads.
    package func read<Request, Response: SendableMetatype>(
        _ method: MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (Request, StoreView, Context) throws(DomainError) -> Response
    ) -> ServedMethod {
        answer(method) { request, _ throws(DomainError) in
            let context = dependencies.context
            return try dependencies.store.read { store throws(DomainError) in
                try body(request, store, context)
            }
        }
    }

    /// A method that changes something, for what `purpose` says, and records it.
    package func change<Request, Response: SendableMetatype>(
        _ method: MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        _ body:
            @escaping @Sendable (Request, StoreTransaction, Operator, Context) throws(DomainError)
            -> Response
    ) -> ServedMethod {
        answer(method) { request, person async throws(DomainError) in
            try await change(for: purpose) { store, context throws(DomainError) in
                try body(request, store, person, context)
            }
        }
    }

    /// As `change`, where the response says nothing but that it was done.
    package func perform<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        _ body:
            @escaping @Sendable (Request, StoreTransaction, Operator, Context) throws(DomainError)
            -> Void
    ) -> ServedMethod {
        change(method, for: purpose) { request, store, person, context throws(DomainError) in
            try body(request, store, person, context)
            return Response()
        }
    }

    /// A method that answers with a stream, which `body` begins.
    package func stream<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (Request, Operator, any OutboundStream) throws(DomainError)
            -> any StreamSession
    ) -> ServedMethod {
        ServedMethod(
            method,
            .stream { credentials, payload, stream throws(DomainError) in
                let (person, request) = try understand(credentials, payload, method)
                return try body(request, person, stream)
            }
        )
    }

    /// Changes something, and waits until that is durable.
    package func change<Value: Sendable>(
        for purpose: WritePurpose,
        _ body: @escaping @Sendable (StoreTransaction, Context) throws(DomainError) -> Value
    ) async throws(DomainError) -> Value {
        try await dependencies.store.write(purpose) { store throws(DomainError) in
            try body(store, dependencies.context)
        }
    }

    /// Who calls, and for what.
    private func understand<Request, Response>(
        _ credentials: CallCredentials,
        _ payload: RawSpan,
        _ method: MethodDescriptor<Request, Response>
    ) throws(DomainError) -> (Operator, Request) {
        let person = try access.operator(provenBy: credentials.memory.proof)
        credentials.memory.markAuthenticated()
        return (person, try decode(payload, of: method))
    }
}
