package import Domain
internal import NoteletAPI
package import ProtobufCoding

/// A page of a list that an operator reads, while it is filled.
///
/// It ends early once it holds `pageByteCountMax` bytes, so that it fits a frame.
package struct AdministrationPage<Thing: ProtobufEncodable>: ~Copyable {
    /// How many things it has room for.
    package let countMax: Int
    private var count = 0
    private var writer = ListPageWriter()

    init(of size: PageSize) {
        countMax = size.count
    }

    /// Takes a thing in; answers whether there is room for another one.
    package mutating func add(_ thing: Thing) -> PageStep {
        count += 1
        writer.append(encode(thing).span.bytes)
        return count < countMax && writer.byteCount < DomainLimits.pageByteCountMax ? .next : .last
    }

    /// The encoded response.
    consuming func finish(nextCursor: [UInt8]) -> [UInt8] {
        writer.finish(nextCursor: nextCursor)
    }
}
