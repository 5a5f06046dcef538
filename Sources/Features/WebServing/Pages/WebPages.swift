package import Domain
package import HTTP
package import NoteletAPI
internal import ProtobufCoding
package import Serving
internal import TTRPC

/// Answers what is no call: pages, and what belongs to them.
package protocol WebPages: Sendable {
    /// What becomes of a request whose path is no method's; nil for a path that is no page's.
    func receive(
        _ request: borrowing HTTPRequest,
        from peer: WebPeer,
        at door: WebDoor
    ) -> HTTPReception?
}

extension WebDoor {
    /// Why all calls of a method are refused; nil where the app offers it.
    package func refusal(of method: MethodSummary) -> DomainError? {
        methods[method.description]?.refusal
    }

    /// A key that nobody else has, for a form that may be sent twice.
    package func makeKey() -> String {
        Base64URL.encode(dependencies.random.bytes(16))
    }

    /// Calls a method for a page, as its visitor: with the limits and the measurements of any call.
    ///
    /// - Parameters:
    ///   - method: Which one; unary.
    ///   - request: What is asked.
    ///   - peer: From where the visitor comes.
    ///   - token: The visitor's token, where there is one.
    ///   - key: What makes a change safe to repeat.
    ///   - connection: What tells the visitor's connection from others.
    ///   - completion: Gets what comes of it, now or later and from any thread.
    package func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        from peer: WebPeer,
        token: TokenText? = nil,
        key: String? = nil,
        on connection: ObjectIdentifier,
        completion: @escaping @Sendable (Result<Response, DomainError>) -> Void
    ) {
        guard let method = methods[method.summary.description] else {
            preconditionFailure("Each method of the contract is served.")
        }
        let counted = WebCounting.Call(
            counting: counting,
            method: method.counted,
            connection: connection
        )
        let finish: @Sendable (CallOutcome) -> Void = {
            [refusals = dependencies.refusals] in
            switch $0 {
            case .success(let bytes):
                counted.end(.ok)
                guard let response = try? ProtobufDecoder().decode(Response.self, from: bytes)
                else { preconditionFailure("Responses are what the contract says.") }
                completion(.success(response))
            case .failure(let error):
                counted.end(refusals.status(of: error).code)
                completion(.failure(error))
            }
        }
        if let refusal = method.refusal { return finish(.failure(refusal)) }
        let credentials = CallCredentials(from: peer, token: token, key: key)
        let payload = encode(request)
        run(method.served, credentials, payload, completion: finish)
    }
}
