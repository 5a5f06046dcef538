internal import Domain
package import TTRPC

/// All limits of the service in one value, which can be replaced while it runs.
///
/// `Server.set(_:)` takes `server`, and `ServiceDependencies.set(_:)` the rest.
package struct ServiceLimits: Hashable, Sendable {
    /// What connections may cost.
    package var server: ServerLimits
    /// How many connections may speak for one account or guest, or nil: devices, each with a
    /// connection for calls and one for a watch, and some that are not yet known to be dead.
    package var connectionCountPerAccountMax: Int? = 16
    /// How often things may be done.
    package var rates = RateLimits()
    /// How many passwords are checked at once, and wait for it.
    package var passwords = PasswordPool.Limits()

    /// Uses the defaults.
    package init() {
        server = ServerLimits()
        server.wire = WireLimits(messageByteCountMax: ServiceLimits.requestByteCountMax)
        server.strangerMessageByteCountMax = ServiceLimits.strangerRequestByteCountMax
        server.authenticationTimeout = .seconds(15)
    }

    /// Lifts the limits by address, for a server whose peers all come from one.
    package mutating func liftLimitsPerAddress() {
        server.connectionCountPerAddressMax = nil
        rates.liftLimitsPerAddress()
    }

    /// The largest frame: 80 KiB, which the largest value fits in with its title, its name and all
    /// metadata, and padded to the size above.
    ///
    /// A connection that has begun one keeps at most twice what came of it; strangers begin none.
    package static let requestByteCountMax = DomainLimits.valueByteCountMax + (16 << 10)

    /// The largest frame from a stranger: 16 KiB, which the longest note with the longest link and
    /// all metadata fits in, since the first call of a connection may be to send that.
    package static let strangerRequestByteCountMax = 16 << 10
}
