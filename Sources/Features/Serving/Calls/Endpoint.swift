package import AccountRules
package import Domain
package import NoteletAPI
package import ProtobufCoding
package import Records

/// Serves methods: decodes the request, finds out who calls, runs the use case on the store, and
/// encodes what comes of it.
///
/// One object for all methods, so that a call keeps no more than one thing alive by it.
package final class Endpoint: Sendable {
    /// What the methods work with.
    package let dependencies: ServiceDependencies
    /// Finds out who calls.
    package let authenticator: Authenticator
    /// The feeds of all features.
    let feeds: FeedSources
    /// What all features give people of their data, in the order in which it is given.
    package let exportParts: [ExportPart]

    /// Puts an endpoint in front of a service's parts.
    init(dependencies: ServiceDependencies, feeds: FeedSources, exportParts: [ExportPart]) {
        self.dependencies = dependencies
        self.feeds = feeds
        self.exportParts = exportParts
        authenticator = Authenticator(dependencies)
    }

    /// A method that reads for a signed-in caller.
    package func read<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (Request, Identity, StoreView, Context) throws(DomainError)
            -> Response
    ) -> ServedMethod {
        readBytes(method) { [dependencies] request, caller, store throws(DomainError) in
            encode(try body(request, caller, store, dependencies.context))
        }
    }

    /// A method that reads for a signed-in caller and encodes its response itself.
    package func readBytes<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ body:
            @escaping @Sendable (Request, Identity, StoreView) throws(DomainError) -> [UInt8]
    ) -> ServedMethod {
        reading(method) { [self] credentials, payload throws(DomainError) in
            let caller = try authenticator.identity(of: credentials)
            let request = try decode(payload, of: method)
            var response: [UInt8] = []
            try dependencies.store.withView { store throws(DomainError) in
                response = try body(request, caller, store)
            }
            return response
        }
    }

    /// A method that reads a page of a list for a signed-in caller; `visit` finds out what
    /// belongs to it, and gives what visits that.
    package func list<Request: PageRequest, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ visit:
            @escaping @Sendable (Request, Identity, StoreView) throws(DomainError)
            -> ListPages.Visit
    ) -> ServedMethod {
        listOfOne(method) { request, caller, store throws(DomainError) in
            (0, try visit(request, caller, store))
        }
    }

    /// As `list`, where a person has more than one such list: `visit` gives as well which one is
    /// asked for, by a number that no other of them has.
    package func listOfOne<Request: PageRequest, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ visit:
            @escaping @Sendable (Request, Identity, StoreView) throws(DomainError)
            -> (of: UInt64, ListPages.Visit)
    ) -> ServedMethod {
        let pages = ListPages(cursors: dependencies.cursors)
        let listed = ListedMethod(method)
        return readBytes(method) { request, caller, store throws(DomainError) in
            let (one, visit) = try visit(request, caller, store)
            let list = CursorList.ofMethod(listed, of: one)
            return try pages.page(list, request.cursor, request.pageSize, of: caller, visit)
        }
    }

    /// A method that anybody may call and that reads; the caller is known if a valid token came.
    ///
    /// A gate counts the calls of each address.
    package func readOpenly<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        through gate: RateGate? = nil,
        _ body:
            @escaping @Sendable (Request, Identity?, StoreView, Context) throws(DomainError)
            -> Response
    ) -> ServedMethod {
        reading(method) { [self] credentials, payload throws(DomainError) in
            try gate?.pass(RateKey(credentials.origin))
            let caller = try authenticator.identityIfAny(of: credentials)
            let request = try decode(payload, of: method)
            let context = dependencies.context
            return try dependencies.store.read { store throws(DomainError) in
                encode(try body(request, caller, store, context))
            }
        }
    }

    /// Replies with what `body` gives or throws.
    private func reading<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ body: @escaping @Sendable (CallCredentials, RawSpan) throws(DomainError) -> [UInt8]
    ) -> ServedMethod {
        ServedMethod(
            method,
            .read { credentials, payload in
                do throws(DomainError) {
                    return .success(try body(credentials, payload))
                } catch {
                    return .failure(error)
                }
            }
        )
    }
}

/// Decodes a request of a method.
///
/// - Throws: `invalidValue` of the field `payload`, saying what is wrong and where.
func decode<Request, Response>(
    _ payload: RawSpan,
    of method: NoteletAPI.MethodDescriptor<Request, Response>
) throws(DomainError) -> Request {
    do throws(ProtobufDecodingError) {
        return try ProtobufDecoder().decode(Request.self, from: payload)
    } catch {
        // What a service takes is declared in its package.
        let package = method.service.split(separator: ".").dropLast().joined(separator: ".")
        let expected = "an encoded \(package).\(Request.self) (\(error))"
        throw .invalid("payload", expected)
    }
}

/// Encodes a response.
package func encode(_ response: some ProtobufEncodable) -> [UInt8] {
    do throws(ProtobufEncodingError) {
        return try ProtobufEncoder().encode(response)
    } catch {
        preconditionFailure("Responses are made of what the contract can carry: \(error)")
    }
}
