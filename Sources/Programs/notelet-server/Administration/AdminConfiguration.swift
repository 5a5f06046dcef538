import CommandLineInterface
import HTTP
import TTRPC

/// Where operators reach the server, and what it demands of them there.
struct AdminConfiguration: Sendable {
    let addresses: [Address]
    /// What the server proves itself with at `tls://` addresses; nil where there are none.
    let credentials: ServerCredentials?
    /// Where their browsers reach it.
    let webAddresses: [HTTPAddress]
    /// What the server proves itself with at `https://` addresses; nil where there are none.
    let webCredentials: HTTPCredentials?

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws(CommandFailure) {
        addresses = invocation[AdminOptions.listen]
        webAddresses = invocation[AdminOptions.webListen]
        credentials = try addresses.first(where: \.isSecure).map {
            address throws(CommandFailure) in
            try ServerCredentials(Self.files(invocation, for: "--admin-listen \(address)"))
        }
        webCredentials = try webAddresses.first(where: \.isSecure).map {
            address throws(CommandFailure) in
            try HTTPCredentials(Self.files(invocation, for: "--admin-web-listen \(address)"))
        }
    }

    /// What the server and operators prove themselves with.
    private static func files(
        _ invocation: Invocation,
        for place: String
    ) throws(CommandFailure) -> CertificateFiles {
        guard let authorities = invocation[AdminOptions.clientAuthorities] else {
            throw CommandFailure(
                .configuration,
                "\(place) demands certificates of operators: name the file of their authority with "
                    + "--admin-tls-client-ca."
            )
        }
        return try CertificateFiles(invocation, for: place, clientAuthorities: authorities)
    }
}
