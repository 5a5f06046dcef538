internal import ClientTransport
internal import Connect
internal import Foundation

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension URLRequest {
    /// A call as it is sent; nil for a method whose name fits into no address.
    init?(_ call: EncodedCall, _ kind: ConnectCallKind, at server: WebAddress) {
        let path = "/\(call.method.service)/\(call.method.name)"
        guard let url = URL(string: server.text + path) else { return nil }
        self.init(url: url)
        httpMethod = "POST"
        timeoutInterval = WebLimits.silenceSecondsMax
        for (key, value) in call.metadata { setValue(value, forHTTPHeaderField: key) }
        setValue(ConnectCodec.proto.contentType(of: kind), forHTTPHeaderField: "Content-Type")
        setValue("1", forHTTPHeaderField: "Connect-Protocol-Version")
        if let timeout = call.timeout {
            setValue("\(timeout.wireMilliseconds)", forHTTPHeaderField: "Connect-Timeout-Ms")
        }
        let message = call.padding?.padded(call.request) ?? call.request
        switch kind {
        case .unary:
            httpBody = Data(message)
        case .serverStream:
            var body: [UInt8] = []
            ConnectEnvelope.append(message, to: &body)
            httpBody = Data(body)
        }
    }
}

extension Duration {
    /// The milliseconds as `Connect-Timeout-Ms` has them: never none for a time that is merely
    /// short, and at most ten digits.
    fileprivate var wireMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let whole = min(seconds, 9_999_999) * 1000
        return max(1, whole + attoseconds / 1_000_000_000_000_000)
    }
}

extension URLSessionConfiguration {
    /// Keeps nothing of what servers say but their responses.
    static var stateless: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = WebLimits.connectionCountMax
        configuration.timeoutIntervalForRequest = WebLimits.silenceSecondsMax
        return configuration
    }
}
