import Domain

/// Chance that is none: what is modelled draws nothing.
struct NoChance: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

extension Context {
    /// A moment in milliseconds since 1970, at which nothing is drawn; what was lived is the same
    /// unless it is given.
    static func at(_ now: Int64, lived: Int64? = nil) -> Context {
        Context(
            now: Instant(milliseconds: now),
            lived: lived.map { Instant(milliseconds: $0) },
            random: NoChance(),
            secrets: NoSecrets()
        )
    }
}

/// Secrets that are none.
final class NoSecrets: SecretKeeping {
    func digest(_ secret: [UInt8]) -> [UInt8] { secret }
    func fingerprint(_ request: RawSpan) -> [UInt8] { [] }
    func seal(_ secret: [UInt8]) -> [UInt8] { secret }
    func open(_ box: [UInt8]) -> [UInt8]? { box }
    func seal(_ secret: [UInt8], with word: String) -> [UInt8] { secret }
    func open(_ box: [UInt8], with word: String) -> [UInt8]? { box }
    func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
}
