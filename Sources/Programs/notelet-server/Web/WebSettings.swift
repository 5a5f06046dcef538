import CommandLineInterface
import Foundation
import HTTP
import Serving
import TTRPC

/// Where HTTP's door is, and what is set of it.
struct WebSettings: Sendable {
    let addresses: [HTTPAddress]
    /// What the door proves itself with at `https://` addresses; nil where there are none.
    let credentials: HTTPCredentials?
    let trustedProxies: TrustedProxies

    /// A thread for each processor: with more of them, whoever holds a lock of the store is held up
    /// by others that want it.
    static let threadCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws(CommandFailure) {
        addresses = invocation[WebOptions.listen]
        guard let proxies = TrustedProxies(invocation[WebOptions.trustedProxies]) else {
            preconditionFailure("The syntax of the option lets no other addresses through.")
        }
        trustedProxies = proxies
        credentials = try addresses.first(where: \.isSecure).map {
            address throws(CommandFailure) in
            try HTTPCredentials(
                CertificateFiles(
                    invocation,
                    for: "--web-listen \(address)",
                    clientAuthorities: invocation[ServerCommand.Options.clientAuthorities]
                )
            )
        }
    }
}

extension HTTPLimits {
    /// What clients may cost a listener, by what they may cost at the other doors.
    init(_ limits: ServerLimits, trustedProxies: TrustedProxies, threadCount: Int) {
        self.init()
        connectionCountMax = limits.connectionCountMax
        connectionCountPerAddressMax = limits.connectionCountPerAddressMax
        overflow = .newestEnds
        self.trustedProxies = trustedProxies
        self.threadCount = threadCount
        silenceSecondsMax = Int(Self.idleTime.components.seconds)
        firstHeadTime = limits.firstFrameTimeout
        nextHeadTime = min(limits.idleTimeout, Self.idleTime)
        bodyTime = limits.frameTimeout
        streamByteCountMax = limits.outboundByteCountMax
    }

    /// How long browsers keep connections that are idle.
    private static let idleTime = Duration.seconds(60)
}
