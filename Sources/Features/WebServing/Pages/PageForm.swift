/// The fields of a form that a browser sends without a script: `application/x-www-form-urlencoded`.
package struct PageForm: Sendable {
    private let fields: [String: String]

    /// The kind of such a body.
    package static let contentType = "application/x-www-form-urlencoded"

    /// How many fields are read; forms here have three at most.
    private static let fieldCountMax = 16

    /// Reads a body; what is broken in it stays as it is.
    package init(_ body: [UInt8]) {
        var fields: [String: String] = [:]
        for pair in body.split(separator: UInt8(ascii: "&")).prefix(Self.fieldCountMax) {
            let parts = pair.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let name = Self.decoded(parts[0])
            fields[name] = fields[name] ?? (parts.count == 2 ? Self.decoded(parts[1]) : "")
        }
        self.fields = fields
    }

    /// The value of a field; empty where it is not there.
    package subscript(name: String) -> String { fields[name] ?? "" }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if let value = hexadecimal(rest.prefix(2)) {
                    bytes.append(value)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            default:
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2 else { return nil }
        var value: UInt8 = 0
        for digit in digits {
            guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            value = value << 4 | UInt8(number)
        }
        return value
    }
}
