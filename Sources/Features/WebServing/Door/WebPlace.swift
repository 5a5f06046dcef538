/// Where an app is among those that share the listeners of HTTP: its host and the path that its own
/// are below, as the base of its links has them.
package struct WebPlace: Hashable, Sendable {
    /// The host, with a port that is not the usual one; nil for whatever host is called.
    package let host: String?
    /// The path that all of the app are below, such as `/letters`; empty for the root.
    package let basePath: String
    /// What the cookies of its sessions are named by.
    let sessionName: String

    /// The place of the app of requests that no other one is for.
    package init() {
        (host, basePath, sessionName) = (nil, "", "notelet")
    }

    /// A place at whatever host is called, below a path.
    package init(below basePath: String) {
        (host, self.basePath, sessionName) = (nil, basePath, "notelet")
    }

    /// The place of an app of a name, by the base of its links; nil where that is no address.
    ///
    /// What comes before the last part of its path is the base of the app:
    /// `https://example.com/letters/receive/` has it at the host `example.com` below `/letters`.
    package init?(ofLinks linkBaseURL: String, named name: String) {
        let schemes = [("https://", ":443"), ("http://", ":80")]
        guard let (scheme, port) = schemes.first(where: { linkBaseURL.hasPrefix($0.0) }) else {
            return nil
        }
        let rest = linkBaseURL.dropFirst(scheme.count)
        guard let slash = rest.firstIndex(of: "/"), slash > rest.startIndex else { return nil }
        let host = rest[..<slash].lowercased()
        let path = rest[slash...].split(separator: "/", omittingEmptySubsequences: true)
        guard !path.isEmpty, linkBaseURL.hasSuffix("/") else { return nil }
        self.host = host.hasSuffix(port) ? String(host.dropLast(port.count)) : host
        basePath = path.dropLast().map { "/" + $0 }.joined()
        sessionName = "notelet-" + name
    }

    /// The host and the path in one: that of no other app.
    package var address: String { (host ?? "") + basePath }

    /// Whether a request for a path at a host is for here.
    func takes(_ host: String, _ path: String) -> Bool {
        guard self.host == nil || self.host == host else { return false }
        return path.hasPrefix(basePath + "/") || path == basePath
    }
}
