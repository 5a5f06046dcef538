internal import ClientTransport

#if canImport(SocketTransport)
    internal import SocketTransport
#endif

/// What carries the calls of a client, chosen by the address of its server.
struct Carrier: Sendable {
    /// What carries them.
    let transport: any CallTransport
    /// The address of the server, as it was understood.
    let server: String
    /// Whether what carries notes is padded, both ways.
    let isPadding: Bool

    /// Chooses; nothing is sent yet.
    ///
    /// - Throws: `NoteletError` with `invalidAddress` or `unusableCertificate`.
    init(to address: String, _ configuration: NoteletConfiguration) throws(NoteletError) {
        do throws(ConnectionFailure) {
            self = try Self.sockets(address, configuration)
        } catch {
            throw NoteletError(error)
        }
    }

    #if canImport(SocketTransport)
        /// The transport that needs the sockets of Linux.
        private static func sockets(
            _ address: String,
            _ configuration: NoteletConfiguration
        ) throws(ConnectionFailure) -> Carrier {
            let method = ProfilesAPI.getProfile
            let transport = try TTRPCTransport(
                address,
                credentials: SocketCredentials(
                    authorityFile: configuration.authorityFile,
                    certificateFile: configuration.certificateFile,
                    keyFile: configuration.keyFile
                ),
                connectTimeout: configuration.connectTimeout,
                introduction: EncodedCall.Method(service: method.service, name: method.name)
            )
            return Carrier(
                transport,
                server: transport.server,
                isSecure: transport.isSecure,
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

    private init(
        _ transport: any CallTransport,
        server: String,
        isSecure: Bool,
        _ configuration: NoteletConfiguration
    ) {
        self.transport = transport
        self.server = server
        isPadding = isSecure || configuration.padding == .always
    }
}
