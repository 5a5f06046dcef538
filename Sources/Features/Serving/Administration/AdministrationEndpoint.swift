package import AccountRules
package import Domain
package import NoteletAPI
internal import ProtobufCoding
package import Records
package import TTRPC

/// Makes the handlers of what operators ask: finds out who calls, runs the use case on the store,
/// and answers with what comes of it.
///
/// Operators are few and calls of theirs rare, so each is a task of its own. There are no keys for
/// retries: whatever they ask for twice is done by the first time.
package struct AdministrationEndpoint: Sendable {
    /// What the methods work with.
    package let dependencies: ServiceDependencies
    /// Who may call.
    package let access: AdministrationAccess

    /// Serves a method that reads.
    package func read<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (Request, StoreView, Context) throws(DomainError) -> Response
    ) -> AdministrationRoute {
        AdministrationRoute(method) { router in
            router.unary(TTRPC.MethodDescriptor(method)) { (request: Request, call) in
                _ = try access.operator(on: call.connection)
                call.connection.markAuthenticated()
                return try statusThrowing { () throws(DomainError) in
                    let context = dependencies.context
                    return try dependencies.store.read { store throws(DomainError) in
                        try body(request, store, context)
                    }
                }
            }
        }
    }

    /// Serves a method that changes something, for what `purpose` says, and records it.
    package func change<Request, Response: SendableMetatype>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        _ body:
            @escaping @Sendable (Request, StoreTransaction, Operator, Context) throws(DomainError)
            -> Response
    ) -> AdministrationRoute {
        AdministrationRoute(method) { router in
            router.unary(TTRPC.MethodDescriptor(method)) { (request: Request, call) -> Response in
                let person = try access.operator(on: call.connection)
                call.connection.markAuthenticated()
                return try await change(for: purpose) { store, context throws(DomainError) in
                    try body(request, store, person, context)
                }
            }
        }
    }

    /// As `change`, where the response says nothing but that it was done.
    package func perform<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        for purpose: WritePurpose,
        _ body:
            @escaping @Sendable (Request, StoreTransaction, Operator, Context) throws(DomainError)
            -> Void
    ) -> AdministrationRoute {
        change(method, for: purpose) { request, store, person, context throws(DomainError) in
            try body(request, store, person, context)
            return Response()
        }
    }

    /// Changes something, and waits until that is durable.
    package func change<Value: Sendable>(
        for purpose: WritePurpose,
        _ body: @escaping @Sendable (StoreTransaction, Context) throws(DomainError) -> Value
    ) async throws(RPCError) -> Value {
        do throws(DomainError) {
            return try await dependencies.store.write(purpose) { store throws(DomainError) in
                try body(store, dependencies.context)
            }
        } catch {
            throw RPCError(Status(error))
        }
    }
}

/// A method that operators may call, with what serves it.
package struct AdministrationRoute: Sendable {
    /// What the contract says of it.
    package let method: MethodSummary
    /// Lets a router know it.
    package let register: @Sendable (inout Router) -> Void

    /// Joins a method of the contract to what serves it.
    package init<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        register: @escaping @Sendable (inout Router) -> Void
    ) {
        self.method = method.summary
        self.register = register
    }
}

/// Runs a piece of a use case, and throws its failure as the status that travels.
package func statusThrowing<Value>(
    _ body: () throws(DomainError) -> Value
) throws(RPCError) -> Value {
    do throws(DomainError) {
        return try body()
    } catch {
        throw RPCError(Status(error))
    }
}

extension TTRPC.MethodDescriptor {
    /// The name under which a method of the contract is served.
    package init<Request, Response>(_ method: NoteletAPI.MethodDescriptor<Request, Response>) {
        self.init(service: method.service, method: method.name)
    }
}
