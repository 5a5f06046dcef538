import CommandLineInterface
import Domain
import NoteletService
import Serving
import TTRPC

extension ServiceLimits {
    /// Reads the limits that a command line sets.
    ///
    /// - Throws: `CommandFailure` when limits do not go together.
    init(_ invocation: Invocation) throws(CommandFailure) {
        self.init()
        try readConnections(invocation)
        readTimes(invocation)
        readPasswords(invocation)
        readRates(invocation)
        if invocation[RateLimitOptions.sharedAddress] { liftLimitsPerAddress() }
    }

    private mutating func readConnections(_ invocation: Invocation) throws(CommandFailure) {
        let options = ConnectionLimitOptions.self
        server.connectionCountMax = invocation[options.connections]
        server.connectionCountPerAddressMax = invocation[options.connectionsPerAddress]
        connectionCountPerAccountMax = invocation[options.connectionsPerAccount]
        let frameByteCounts = 16 << 10...WireLimits.protocolMessageByteCountMax
        let frameByteCount = try byteCount(options.frameSize, invocation, in: frameByteCounts)
        server.wire.messageByteCountMax = frameByteCount
        server.strangerMessageByteCountMax = try byteCount(
            options.strangerFrameSize,
            invocation,
            in: 4 << 10...frameByteCount
        )
        server.runningRequestCountMax = invocation[options.runningRequests]
        server.runningRequestCountPerConnectionMax =
            invocation[options.runningRequestsPerConnection]
        server.streamCountPerConnectionMax = invocation[options.streamsPerConnection]
        server.outboundByteCountMax = try byteCount(
            options.outputPerConnection,
            invocation,
            in: DomainLimits.pageByteCountMax...1 << 30
        )
    }

    private mutating func readTimes(_ invocation: Invocation) {
        let options = ConnectionLimitOptions.self
        server.firstFrameTimeout = invocation[options.firstFrameTime]
        server.authenticationTimeout = invocation[options.authenticationTime]
        server.frameTimeout = invocation[options.frameTime]
        server.idleTimeout = invocation[options.idleTime]
        server.writeStallTimeout = invocation[options.writeStallTime]
        server.unaryTimeoutMax = invocation[options.callTime]
    }

    private mutating func readPasswords(_ invocation: Invocation) {
        let options = RateLimitOptions.self
        passwords.runningMax = invocation[options.passwordChecks]
        passwords.waitingMax = invocation[options.passwordQueue]
        passwords.waitMax = invocation[options.passwordWait]
    }

    private mutating func readRates(_ invocation: Invocation) {
        let options = RateLimitOptions.self
        rates.signInFailures = invocation[options.signInFailuresPerDay].map { countPerDayMax in
            var failures = SignInFailures.Limits()
            failures.freeCount = invocation[options.freeSignInFailures]
            failures.countPerDayMax = countPerDayMax
            failures.delaySecondsMax = Int(invocation[options.signInDelay].components.seconds)
            return failures
        }
        for (limit, option) in zip([Feature].all.limits, options.rates) {
            rates[limit] = invocation[option]
        }
    }
}

/// Reads a number of bytes that has to be within bounds.
private func byteCount(
    _ option: Option<Int64>,
    _ invocation: Invocation,
    in range: ClosedRange<Int>
) throws(CommandFailure) -> Int {
    let byteCount = Int(clamping: invocation[option])
    guard range.contains(byteCount) else {
        throw CommandFailure(
            .configuration,
            "--\(option.parameter.name) must be from \(range.lowerBound) to "
                + "\(range.upperBound) bytes, and is \(byteCount)."
        )
    }
    return byteCount
}
