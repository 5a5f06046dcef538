package import HTTP
package import WebServing

/// The page of operators, and the measurements that it shows.
package struct OperatorPages: WebPages {
    private let assets = WebAssets(.ofOperators)
    private let monitoring: HTTPPages

    /// The paths of what tells of the server's health.
    package static let monitored: Set = ["/metrics", "/healthz", "/readyz"]

    /// Prepares the page.
    ///
    /// - Parameter monitoring: What answers the paths of `monitored`.
    package init(monitoring: @escaping HTTPPages) {
        self.monitoring = monitoring
    }

    /// Shows the page, gives a file that it is made with, or tells of the server's health.
    package func receive(
        _ request: borrowing HTTPRequest,
        from peer: WebPeer,
        at door: WebDoor
    ) -> HTTPReception? {
        guard request.verb == "GET" || request.verb == "HEAD" else { return nil }
        let path = door.path(of: request)
        switch path {
        case "", "/":
            return .answer(assets.page("operator.html", headers: peer.headers))
        case _ where Self.monitored.contains(path):
            var response = monitoring(path)
            response.headers += peer.headers
            return .answer(response)
        default:
            return assets.response(to: path, of: request, headers: peer.headers)
                .map { .answer($0) }
        }
    }
}
