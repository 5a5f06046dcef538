/// A kind of measurement: its name, and what it tells.
package struct MetricFamily: Hashable, Sendable {
    /// The name, by the conventions of Prometheus: a prefix, what is measured, the unit, and
    /// `total` for what only grows.
    package let name: String
    /// How its samples are to be read.
    package let kind: Kind
    /// One sentence that says what is measured.
    package let help: String

    /// How samples are to be read.
    package enum Kind: String, Sendable {
        /// A number that only grows, until the process ends.
        case counter
        /// A number that goes up and down.
        case gauge
        /// Numbers of values up to several sizes, their sum and their count.
        case histogram
    }

    /// Describes a family.
    package init(_ kind: Kind, _ name: String, _ help: String) {
        precondition(Self.isName(name), "A name has letters, digits and underscores: \(name)")
        precondition(kind != .counter || name.hasSuffix("_total"), "A counter is a total: \(name)")
        self.name = name
        self.kind = kind
        self.help = help
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first) else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
