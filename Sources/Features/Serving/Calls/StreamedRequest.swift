package import AccountRules
package import Domain
package import NoteletAPI

/// A request that is answered with a stream, and may carry the caller's token itself: some clients
/// send no metadata with streams.
package protocol StreamedRequest {
    /// The access token; empty where it is in the metadata.
    var accessToken: String { get }
}

extension WatchRequest: StreamedRequest {}

extension Authenticator {
    /// The caller behind a streamed request, and the request.
    ///
    /// A token in the metadata counts alone. Nobody without a valid token learns whether the
    /// request can be read.
    /// - Throws: `notAuthenticated`, or why the request cannot be decoded.
    package func identify<Request: StreamedRequest, Response>(
        _ credentials: CallCredentials,
        _ payload: RawSpan,
        of method: NoteletAPI.MethodDescriptor<Request, Response>
    ) throws(DomainError) -> (caller: Identity, request: Request) {
        if credentials.accessToken != nil {
            let caller = try identity(of: credentials)
            return (caller, try decode(payload, of: method))
        }
        guard let request = try? decode(payload, of: method), !request.accessToken.isEmpty
        else { throw .refused(.notAuthenticated) }
        let token = TokenText(request.accessToken.utf8.span.bytes)
        return (try identity(of: credentials.with(accessToken: token)), request)
    }
}
