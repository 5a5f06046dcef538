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
    let origins: Set<String>
    let trustedProxies: TrustedProxies

    /// How long browsers keep connections that are idle.
    private static let idleTime = Duration.seconds(60)
    /// A thread for each processor: with more of them, whoever holds a lock of the store is held up
    /// by others that want it.
    private static let threadCount = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Reads the options of a command line.
    ///
    /// - Throws: `CommandFailure` when options do not go together.
    init(_ invocation: Invocation) throws(CommandFailure) {
        addresses = invocation[WebOptions.listen]
        origins = Set(invocation[WebOptions.origins])
        guard let proxies = TrustedProxies(invocation[WebOptions.trustedProxies]) else {
            preconditionFailure("The syntax of the option lets no other addresses through.")
        }
        trustedProxies = proxies
        credentials = try Self.credentials(invocation, addresses)
    }

    private static func credentials(
        _ invocation: Invocation,
        _ addresses: [HTTPAddress]
    ) throws(CommandFailure) -> HTTPCredentials? {
        guard let address = addresses.first(where: \.isSecure) else { return nil }
        let options = ServerCommand.Options.self
        guard let certificate = invocation[options.certificate] else {
            throw CommandFailure(
                .configuration,
                "--web-listen \(address) needs a certificate: name its file with "
                    + "--tls-certificate."
            )
        }
        do throws(HTTPError) {
            return try HTTPCredentials(
                certificateFile: certificate,
                keyFile: invocation[options.certificateKey] ?? certificate,
                versionMin: invocation[options.versionMin] == .tls12 ? .tls12 : .tls13
            )
        } catch {
            throw CommandFailure(.configuration, error.description + ".")
        }
    }

    /// What clients may cost a listener, by what they may cost at the other doors.
    func limits(_ limits: ServerLimits) -> HTTPLimits {
        var own = HTTPLimits()
        own.connectionCountMax = limits.connectionCountMax
        own.connectionCountPerAddressMax = limits.connectionCountPerAddressMax
        own.overflow = .newestEnds
        own.trustedProxies = trustedProxies
        own.threadCount = Self.threadCount
        own.silenceSecondsMax = Int(Self.idleTime.components.seconds)
        own.firstHeadTime = limits.firstFrameTimeout
        own.nextHeadTime = min(limits.idleTimeout, Self.idleTime)
        own.bodyTime = limits.frameTimeout
        own.streamByteCountMax = limits.outboundByteCountMax
        return own
    }
}
