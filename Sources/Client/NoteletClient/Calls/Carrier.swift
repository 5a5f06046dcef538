package import ClientTransport
internal import WebTransport

#if canImport(SocketTransport)
    internal import SocketTransport
#endif

/// What carries the calls of a client, chosen by the address of its server unless it is given.
package struct Carrier: Sendable {
    /// What carries them.
    let transport: any CallTransport
    /// The address of the server, as it was understood.
    let server: String
    /// The app of the server that is called; nil for its default one, and where the address itself
    /// leads to the app.
    let app: String?
    /// Whether what carries notes is padded, both ways.
    let isPadding: Bool

    /// A short call without effect, which every server has: what a transport shows by who uses a
    /// connection.
    package static let introduction = EncodedCall.Method(
        service: ProfilesAPI.getProfile.service,
        name: ProfilesAPI.getProfile.name
    )

    /// Chooses; nothing is sent yet.
    ///
    /// - Throws: `NoteletError` with `invalidAddress` or `unusableCertificate`.
    init(to address: String, _ configuration: NoteletConfiguration) throws(NoteletError) {
        let isWeb = ["https:", "http:"].contains { address.lowercased().hasPrefix($0) }
        do throws(ConnectionFailure) {
            self = try isWeb ? .web(address, configuration) : .sockets(address, configuration)
        } catch {
            throw NoteletError(error)
        }
    }

    /// The transport that every system has.
    private static func web(
        _ address: String,
        _ configuration: NoteletConfiguration
    ) throws(ConnectionFailure) -> Carrier {
        let transport = try ConnectTransport(address, headTimeout: configuration.attemptTimeout)
        guard !transport.isSecure || !configuration.namesFiles else {
            throw ConnectionFailure(
                .unusableCertificate,
                "at https:// addresses the system says whom to trust: give the configuration no "
                    + "files of certificates"
            )
        }
        return Carrier(
            transport,
            server: transport.server,
            isSecure: transport.isSecure,
            configuration
        )
    }

    #if canImport(SocketTransport)
        /// The transport that needs the sockets of Linux.
        private static func sockets(
            _ address: String,
            _ configuration: NoteletConfiguration
        ) throws(ConnectionFailure) -> Carrier {
            let place = AppAddress(address)
            let transport = try TTRPCTransport(
                place.server,
                credentials: SocketCredentials(
                    authorityFile: configuration.authorityFile,
                    certificateFile: configuration.certificateFile,
                    keyFile: configuration.keyFile
                ),
                connectTimeout: configuration.connectTimeout,
                introduction: introduction
            )
            return Carrier(
                transport,
                server: place.named(transport.server),
                isSecure: transport.isSecure,
                app: place.app,
                configuration
            )
        }
    #else
        /// Nothing here carries what these addresses ask for.
        private static func sockets(
            _ address: String,
            _ configuration: NoteletConfiguration
        ) throws(ConnectionFailure) -> Carrier {
            throw ConnectionFailure(
                .invalidAddress,
                "'\(address)' cannot be reached from this system, which knows https://host:port "
                    + "and http://host:port alone"
            )
        }
    #endif

    /// Takes what carries the calls from who knows a further way to a server.
    ///
    /// - Parameters:
    ///   - transport: What carries them.
    ///   - server: What the server is called: sessions are kept for one server each.
    ///   - isSecure: Whether what travels is encrypted.
    ///   - app: The app of the server that is called; nil for its default one.
    ///   - configuration: Says whether notes are padded.
    package init(
        _ transport: any CallTransport,
        server: String,
        isSecure: Bool,
        app: String? = nil,
        _ configuration: NoteletConfiguration
    ) {
        self.transport = transport
        self.server = server
        self.app = app
        isPadding = isSecure || configuration.padding == .always
    }
}

extension NoteletConfiguration {
    /// Whether it says whom to trust, or who the client is, by files.
    fileprivate var namesFiles: Bool {
        [authorityFile, certificateFile, keyFile].contains { $0 != nil }
    }
}
