import Domain
import Locking
import Networking
import TTRPC
import Testing

@testable import Serving

@Suite struct SignInFailureTests {
    private let time: ManualTime
    private let failures: SignInFailures
    private let account = RateKey(email: "alice@example.com")
    private let stranger = RateKey(email: "a stranger's address")
    private let home = RateKey(email: "alice's address")

    init() {
        let time = ManualTime()
        self.time = time
        failures = SignInFailures({ time.milliseconds }, setCount: 1)
        failures.set(SignInFailures.Limits())
    }

    /// Seconds to wait for an attempt; 0 if it was counted.
    private func attempt(_ account: RateKey? = nil, from device: RateKey? = nil) -> Int {
        do throws(DomainError) {
            try failures.attempt(account ?? self.account, from: device ?? stranger)
            return 0
        } catch {
            guard case .refused(.rateLimited(let seconds)) = error else { return -1 }
            return seconds
        }
    }

    @Test func fiveAreFreeAndThenEachWaitIsTwiceAsLong() {
        for _ in 1...5 { #expect(attempt() == 0) }
        for seconds in [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900] {
            #expect(attempt() == seconds)
            time.advance(milliseconds: UInt64(seconds) * 1_000 - 1)
            #expect(attempt() == 1, "A part of a second counts as one.")
            time.advance(milliseconds: 1)
            #expect(attempt() == 0)
        }
    }

    @Test func aDayHasAHundred() {
        let start = time.milliseconds
        var limits = SignInFailures.Limits()
        limits.delaySecondsMax = 1
        failures.set(limits)
        for _ in 1...100 {
            #expect(attempt() == 0)
            time.advance(milliseconds: 1_000)
        }
        let secondsPassed = Int(time.milliseconds - start) / 1_000
        #expect(attempt() == 86_400 - secondsPassed)
        time.advance(milliseconds: UInt64(86_400 - secondsPassed) * 1_000)
        for _ in 1...5 { #expect(attempt() == 0) }
        #expect(attempt() == 1)
    }

    @Test func successMakesAllAttemptsFreeAgain() {
        for _ in 1...5 { #expect(attempt() == 0) }
        failures.succeed(account, from: stranger)
        for _ in 1...5 { #expect(attempt() == 0) }
        #expect(attempt() == 1)
    }

    @Test func strangersDoNotLockOutAKnownAddress() {
        failures.succeed(account, from: home)
        for _ in 1...5 { #expect(attempt() == 0) }
        #expect(attempt() == 1)
        #expect(attempt(from: home) == 0)
        failures.succeed(account, from: home)
        #expect(attempt() == 1, "Whoever guesses gains nothing by the owner's success.")
        for _ in 1...5 { #expect(attempt(from: home) == 0) }
        #expect(attempt(from: home) == 1, "A known address may not guess for ever either.")
    }

    @Test func guessesElsewhereDoNotMakeAKnownAddressForgotten() {
        failures.succeed(account, from: home)
        for number in 1...50 { _ = attempt(RateKey(email: "\(number)")) }
        for _ in 1...5 { #expect(attempt() == 0) }
        #expect(attempt() == 1)
        #expect(attempt(from: home) == 0)
    }

    @Test func whoHasManyAddressesMakesOnlyItsOwnForgotten() throws {
        let setCount = 16
        let failures = SignInFailures({ [time] in time.milliseconds }, setCount: setCount)
        failures.set(SignInFailures.Limits())
        failures.succeed(account, from: home)
        let other = try #require(
            (0..<1_000).lazy.map { RateKey(email: "\($0)") }.first { key in
                key.digest % UInt64(setCount) != account.digest % UInt64(setCount)
            }
        )
        for number in 0..<1_000 {
            failures.succeed(other, from: RateKey(PeerOrigin(.ipv4(UInt32(number))), other))
        }
        for _ in 1...5 { try failures.attempt(account, from: stranger) }
        #expect(throws: DomainError.self) { try failures.attempt(account, from: stranger) }
        try failures.attempt(account, from: home)
    }

    @Test func anAddressIsKnownForThirtyDays() {
        failures.succeed(account, from: home)
        time.advance(milliseconds: 30 * 86_400_000)
        for _ in 1...5 { #expect(attempt() == 0) }
        #expect(attempt(from: home) == 1)
    }

    @Test func aKnownAddressWithoutAttemptsIsAStranger() {
        var limits = SignInFailures.Limits()
        limits.countPerDayMax = 3
        failures.set(limits)
        failures.succeed(account, from: home)
        for _ in 1...6 { #expect(attempt(from: home) == 0) }
        #expect(attempt(from: home) == 86_400)
    }

    @Test func aFullTableForgetsWhoFailedLeast() {
        for _ in 1...5 { #expect(attempt() == 0) }
        for number in 1...50 {
            #expect(attempt(RateKey(email: "\(number)"), from: stranger) == 0)
        }
        #expect(attempt() == 1, "The one with most failures is remembered.")
    }

    @Test func withoutLimitsNothingIsCounted() {
        failures.set(nil)
        for _ in 1...200 { #expect(attempt() == 0) }
    }
}

/// A time in milliseconds that a test moves.
final class ManualTime: Sendable {
    private let state = Mutex<UInt64>(1_000_000)

    var milliseconds: UInt64 { state.withLock { $0 } }

    func advance(milliseconds: UInt64) {
        state.withLock { $0 += milliseconds }
    }
}
