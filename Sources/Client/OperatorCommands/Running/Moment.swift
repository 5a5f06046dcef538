package import CommandLineInterface
package import Domain
import Foundation
package import NoteletAPI
import ProtobufCoding
import TextForms

/// A moment as it is shown: in UTC, since those who compare notes sit in several places.
package struct Moment {
    /// The moment itself.
    package let instant: Instant

    /// A moment of a store.
    package init(_ instant: Instant) {
        self.instant = instant
    }

    /// A moment of a message.
    package init(_ timestamp: Timestamp) {
        // Timestamps end with the year 9999, far from where this overflows.
        instant = Instant(
            milliseconds: timestamp.seconds * 1_000 + Int64(timestamp.nanos / 1_000_000)
        )
    }

    /// `2026-03-01T08:15:30.250Z`.
    package var text: String { MomentText.text(ofMilliseconds: instant.milliseconds) }

    /// `2026-03-01 08:15`, for tables.
    package var shortText: String { MomentText.minuteText(ofMilliseconds: instant.milliseconds) }
}

extension ValueSyntax<Instant> {
    /// A moment, as RFC 3339 writes it; a day alone is its beginning in UTC.
    package static let moment = ValueSyntax(
        placeholder: "TIME",
        expectation: "a time of RFC 3339 such as 2026-03-01T08:15:30Z or "
            + "2026-03-01T17:15:30+09:00, or a day such as 2026-03-01",
        parse: { MomentText.milliseconds(writtenAs: $0).map(Instant.init(milliseconds:)) }
    )
}

extension Instant {
    /// The present moment of the system's clock.
    package static var now: Instant {
        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
}

extension Moment? {
    /// The moment for a program; null where there is none.
    package var json: JSON { map { .string($0.text) } ?? .null }
}

/// The 16 bytes of an id as a UUID; other bytes, which nobody sends, as nothing.
package func shownID(_ bytes: [UInt8]) -> String { OpaqueID(bytes)?.uuid ?? "" }
