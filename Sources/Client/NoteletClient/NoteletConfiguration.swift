/// How patient a client is, and whom it trusts.
public struct NoteletConfiguration: Hashable, Sendable {
    /// How long a call may take with all its attempts, and the first page of a watch.
    public var callTimeout: Duration = .seconds(30)

    /// How long one attempt may take before the reply counts as lost, and a stream to begin.
    public var attemptTimeout: Duration = .seconds(10)

    /// How long to try to connect; at `https://` and `http://` addresses that is a part of
    /// `attemptTimeout`.
    public var connectTimeout: Duration = .seconds(5)

    /// How often and how soon a call is tried again.
    public var retry = RetryPolicy()

    /// How long before its end an access token is replaced.
    ///
    /// A minute covers the way of a request and clocks that differ a little.
    public var refreshMargin: Duration = .seconds(60)

    /// How long a watch may be silent before its connection counts as lost.
    ///
    /// The server gives a sign of life every 20 seconds, so this is several of them missed.
    public var watchSilenceMax: Duration = .seconds(100)

    /// The path of the authorities, in PEM form, that the certificate of a server at a `tls://`
    /// address must come from; nil means those that the system trusts.
    ///
    /// At an `https://` address the system alone says whom to trust: there neither this file nor
    /// the two below may be named.
    public var authorityFile: String?

    /// The path of the client's own certificate, in PEM form, for servers that demand one.
    public var certificateFile: String?

    /// The path of the private key to `certificateFile`, which others must not be able to read; nil
    /// means that the certificate's file holds it.
    public var keyFile: String?

    /// Where notes travel in frames of a few sizes, so that who counts the bytes of the connections
    /// cannot tell by the length which note came from whom.
    public var padding = Padding.overTLS

    /// Where frames are padded.
    public enum Padding: Hashable, Sendable {
        /// At `tls://` and `https://` addresses.
        case overTLS
        /// At all addresses: for servers behind something that encrypts in their place.
        case always
    }

    /// Creates the configuration with its defaults.
    public init() {}
}
