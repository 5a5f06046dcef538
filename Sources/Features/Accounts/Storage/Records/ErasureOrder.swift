package import Domain
internal import Records

/// The stored form of an order to erase somebody, under that user's number.
///
/// All that lies under the number is its own progress. Reports lie under numbers of their own, and
/// the order says up to where they were gone through.
package struct ErasureOrder: Equatable {
    /// The first report that was not looked at; nil once all were.
    package var nextReport: UInt64?

    /// The version, and all of an order that was not begun.
    private static let version: UInt8 = 1
    /// The bytes of an order that was: those and a number, 0 for the end.
    private static let begunByteCount = 9

    /// An order that was not begun.
    package init() {
        nextReport = 1
    }

    /// Reads an order.
    ///
    /// - Throws: `dataLoss` when it is damaged.
    package init(_ value: RawSpan) throws(DomainError) {
        guard try value.byte(at: 0, of: .erasure) == Self.version,
            value.byteCount == 1 || value.byteCount == Self.begunByteCount
        else { throw RecordKind.erasure.damaged }
        self.init()
        guard value.byteCount > 1 else { return }
        let number: UInt64 = try value.number(at: 1, of: .erasure)
        nextReport = number == 0 ? nil : number
    }

    /// The order as it is stored.
    package var value: [UInt8] {
        if nextReport == 1 { return [Self.version] }
        let number = nextReport ?? 0
        return [Self.version]
            + stride(from: 56, through: 0, by: -8).map { shift in
                UInt8(truncatingIfNeeded: number >> UInt64(shift))
            }
    }
}
