internal import AccountRules
internal import Domain
internal import Locking

/// An access token as a call brings it: 64 characters, not yet looked at.
///
/// It has no memory of its own, for each call brings one.
package struct TokenText: Sendable {
    private let words: InlineArray<8, UInt64>

    /// Takes what stands behind "Bearer "; of another length it is nobody's token.
    package init(_ text: RawSpan) {
        guard text.byteCount == 64 else {
            words = InlineArray(repeating: 0)
            return
        }
        words = InlineArray { index in
            text.unsafeLoadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
        }
    }

    /// What is no token.
    package static let ofNobody = TokenText("".utf8.span.bytes)

    /// The token, if this is the text of one.
    var token: SessionToken? {
        let text = words.span.bytes.withUnsafeBytes { Array($0) }
        return SessionToken(text: text.span)
    }

    /// Spreads tokens evenly: the text begins with a locator, which is as good as random.
    fileprivate var hash: UInt64 { (words[0] &* 0x9e37_79b9_7f4a_7c15) >> 24 }

    /// Compares in time that does not tell where two texts differ.
    static func == (left: TokenText, right: TokenText) -> Bool {
        var difference: UInt64 = 0
        for index in 0..<8 { difference |= left.words[index] ^ right.words[index] }
        return difference == 0
    }
}

/// What a token was worth when it was looked up.
final class KnownToken: Sendable {
    let text: TokenText
    let identity: Identity
    private let expiresAt: Instant
    /// The count of the user's revocations for which it holds; nil when it may not hold.
    private let epoch: UInt64?

    init(_ text: TokenText, _ outcome: Authenticate.Outcome, epoch: UInt64?) {
        self.text = text
        identity = outcome.identity
        expiresAt = outcome.expiresAt
        self.epoch = epoch
    }

    /// Whether it is worth the same still.
    func holds(at now: Instant, _ revocations: RevocationCounts) -> Bool {
        now < expiresAt && epoch == revocations.count(of: identity.user)
    }
}

/// What is known of the tokens that came last, over whichever connection: one that speaks for many
/// people in turn would look each of them up in the store, call by call.
///
/// A token has four places, and takes one of them from another token where none is free. There are
/// places for twice as many as are known, as long as there may be more of them.
package final class KnownTokens: Sendable {
    /// Parts with a lock each, so that connections on several threads do not wait for each other.
    private static let partCount = 16

    private let parts: [Part]

    /// Knows none.
    ///
    /// - Parameter countMax: Tokens that are known at most, a power of two; with their places 2^17
    ///   take 20 MB.
    package init(countMax: Int = 1 << 17) {
        parts = (0..<Self.partCount).map { _ in Part(countMax: countMax / Self.partCount) }
    }

    /// What is known of a token.
    func token(_ text: TokenText) -> KnownToken? {
        part(of: text).places.withLock { $0.token(text) }
    }

    /// Keeps what a token is worth.
    func keep(_ token: KnownToken) {
        part(of: token.text).places.withLock { $0.keep(token) }
    }

    private func part(of text: TokenText) -> Part {
        parts[Int(text.hash % UInt64(Self.partCount))]
    }

    private final class Part: Sendable {
        let places: Mutex<Places>

        init(countMax: Int) {
            places = Mutex(Places(countMax: countMax))
        }
    }

    private struct Places {
        private var tokens = [KnownToken?](repeating: nil, count: 2 * wayCount)
        private var count = 0
        /// Which of four tokens gives way next.
        private var nextWay = 0
        private let countMax: Int

        /// Places of a token, side by side.
        private static let wayCount = 4

        init(countMax: Int) {
            self.countMax = countMax
        }

        func token(_ text: TokenText) -> KnownToken? {
            for place in places(of: text) {
                if let found = tokens[place], found.text == text { return found }
            }
            return nil
        }

        mutating func keep(_ token: KnownToken) {
            if count * 2 >= tokens.count, tokens.count < countMax { grow() }
            put(token)
        }

        private mutating func put(_ token: KnownToken) {
            let places = places(of: token.text)
            if let place = places.first(where: { isAt($0, token) }) {
                tokens[place] = token
            } else if let place = places.first(where: { tokens[$0] == nil }) {
                tokens[place] = token
                count += 1
            } else {
                tokens[places.lowerBound + nextWay] = token
                nextWay = (nextWay + 1) % Self.wayCount
            }
        }

        private mutating func grow() {
            let known = tokens
            tokens = [KnownToken?](repeating: nil, count: known.count * 2)
            count = 0
            for case let token? in known { put(token) }
        }

        private func isAt(_ place: Int, _ token: KnownToken) -> Bool {
            guard let found = tokens[place] else { return false }
            return found.text == token.text
        }

        private func places(of text: TokenText) -> Range<Int> {
            let number = Int(text.hash / UInt64(KnownTokens.partCount))
            let first = number % (tokens.count / Self.wayCount) * Self.wayCount
            return first..<(first + Self.wayCount)
        }
    }
}
