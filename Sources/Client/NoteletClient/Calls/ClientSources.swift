internal import Foundation

/// Where a client takes time and chance from, so that tests can bring their own.
package struct ClientSources: Sendable {
    /// The seconds since 1970 in UTC.
    package var now: @Sendable () -> Int64
    /// The time since some moment in the past, never going back.
    package var uptime: @Sendable () -> Duration
    /// Waits, and throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Chance, from 0 to below 1.
    package var randomFraction: @Sendable () -> Double
    /// 128 bits that nobody can guess and nobody else has, as 32 hexadecimal digits.
    package var makeRandomName: @Sendable () -> String

    /// The system's own.
    package static let system = ClientSources(
        now: { Int64(Date().timeIntervalSince1970) },
        uptime: { steadyStart.duration(to: .now) },
        sleep: { try await Task.sleep(for: $0) },
        randomFraction: { Double.random(in: 0..<1) },
        makeRandomName: {
            hexadecimal(UInt64.random(in: .min ... .max), .random(in: .min ... .max))
        }
    )

    /// Waits like `sleep`.
    ///
    /// - Throws: `NoteletError` with `cancelled`.
    func pause(_ duration: Duration) async throws(NoteletError) {
        do {
            try await sleep(duration)
        } catch {
            throw .cancelledByCaller
        }
    }
}

private let steadyStart = ContinuousClock.now

private func hexadecimal(_ numbers: UInt64...) -> String {
    numbers.map { number in
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
}
