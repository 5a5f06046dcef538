import Domain
import TestSupport
import Testing

@testable import AccountRules
@testable import Serving

/// What is known of tokens over all connections.
@Suite struct KnownTokenTests {
    private let revocations = RevocationCounts()

    private func token(_ number: UInt64, secret: UInt8 = 1, epoch: UInt64? = 0) -> KnownToken {
        // Locators look random.
        var random = SeededGenerator(seed: number)
        let token = SessionToken(
            locator: OpaqueID(high: random.next(), low: random.next()),
            secret: [UInt8](repeating: secret, count: SessionToken.secretByteCount)
        )
        let session = SessionKey(user: UserNumber(number), number: number)
        return KnownToken(
            TokenText(token.text.utf8.span.bytes),
            Authenticate.Outcome(
                identity: Identity(session: session, kind: .account),
                expiresAt: Instant(milliseconds: 1_000),
                confirmation: nil
            ),
            epoch: epoch
        )
    }

    @Test func onlyTheWholeTokenIsKnown() {
        let known = KnownTokens()
        let mine = token(1)
        known.keep(mine)
        #expect(known.token(mine.text)?.identity.user == UserNumber(1))
        #expect(known.token(token(1, secret: 2).text) == nil)
        #expect(known.token(token(2).text) == nil)
    }

    @Test func aTokenHoldsUntilItEndsOrIsRevoked() {
        let mine = token(1)
        #expect(mine.holds(at: Instant(milliseconds: 999), revocations))
        #expect(!mine.holds(at: Instant(milliseconds: 1_000), revocations))
        #expect(!token(1, epoch: nil).holds(at: Instant(milliseconds: 0), revocations))
        revocations.add(UserNumber(1))
        #expect(!mine.holds(at: Instant(milliseconds: 0), revocations))
    }

    @Test func manyAreKnownAndNoMoreThanThereIsRoomFor() {
        let countMax = 1_024
        let known = KnownTokens(countMax: countMax)
        let few = (1...256).map { token($0) }
        for token in few { known.keep(token) }
        // More than four may have the same places.
        #expect(few.count { known.token($0.text) != nil } > 240)
        let many = (1_000..<5_000).map { token($0) }
        for token in many { known.keep(token) }
        let left = many.count { known.token($0.text) != nil }
        #expect(left <= countMax && left > countMax * 9 / 10)
    }

    @Test(arguments: [0, 1, 63, 65, 1_000])
    func aTextOfAnotherLengthIsNoToken(byteCount: Int) {
        let text = [UInt8](repeating: UInt8(ascii: "A"), count: byteCount)
        #expect(TokenText(text.span.bytes).token == nil)
    }

    @Test func aTextIsReadAsTheTokenThatItIs() {
        let token = SessionToken(
            locator: OpaqueID(high: 1, low: 2),
            secret: (0..<32).map { UInt8($0) }
        )
        #expect(TokenText(token.text.utf8.span.bytes).token == token)
    }
}
