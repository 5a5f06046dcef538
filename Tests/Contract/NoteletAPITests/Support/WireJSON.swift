import Foundation
import NoteletAPI
import ProtobufCoding
import TextForms

/// Swift values as protobuf JSON with the names of the .proto files, found by reflection.
///
/// It ties the names of the Swift properties to the names of the contract: two properties whose
/// numbers are swapped survive any round trip, but not this.
enum WireJSON {
    /// The message as a JSON object; defaults are left out unless the property is optional.
    static func object(_ message: Any) -> [String: Any] {
        var object: [String: Any] = [:]
        for case (let label?, let value) in Mirror(reflecting: message).children {
            if let choice = oneof(value) {
                object[snakeCase(choice.label)] = json(choice.value)
            } else if let value = unwrapped(value) {
                object[snakeCase(label)] = json(value)
            } else if !isOptional(value), !isDefault(value) {
                object[snakeCase(label)] = json(value)
            }
        }
        return object
    }

    private static func json(_ value: Any) -> Any {
        switch value {
        case let text as String: text
        case let bool as Bool: bool
        case let number as Int32: number
        case let number as UInt32: number
        case let number as Double: json(number)
        // JSON has no room for all of them as numbers.
        case let number as Int64: String(number)
        case let number as UInt64: String(number)
        case let bytes as [UInt8]: Data(bytes).base64EncodedString()
        case let moment as Timestamp: rfc3339(moment)
        case let map as [String: String]: map
        case let value as any OpenEnum:
            type(of: value).names[value.rawValue].map { $0 as Any } ?? value.rawValue
        case let list as [Any]: list.map(json)
        default: object(value)
        }
    }

    /// What JSON has no numbers for has names.
    private static func json(_ number: Double) -> Any {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return number
    }

    /// The set case of a property that is a oneof.
    private static func oneof(_ value: Any) -> (label: String, value: Any)? {
        guard let value = unwrapped(value) else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .enum, let child = mirror.children.first,
            let label = child.label
        else { return nil }
        return (label, child.value)
    }

    private static func isOptional(_ value: Any) -> Bool {
        Mirror(reflecting: value).displayStyle == .optional
    }

    private static func unwrapped(_ value: Any) -> Any? {
        isOptional(value) ? Mirror(reflecting: value).children.first?.value : nil
    }

    private static func isDefault(_ value: Any) -> Bool {
        switch value {
        case let text as String: text.isEmpty
        case let bool as Bool: !bool
        case let number as Int32: number == 0
        case let number as UInt32: number == 0
        case let number as Int64: number == 0
        case let number as UInt64: number == 0
        // Minus zero is something else.
        case let number as Double: number.bitPattern == 0
        case let value as any OpenEnum: value.rawValue == 0
        case let list as [Any]: list.isEmpty
        case let map as [String: String]: map.isEmpty
        default: false
        }
    }

    /// `profileImageURL` as `profile_image_url`.
    private static func snakeCase(_ name: String) -> String {
        var result = ""
        var previousIsUpper = false
        for letter in name {
            if letter.isUppercase, !previousIsUpper { result += "_" }
            previousIsUpper = letter.isUppercase
            result += letter.lowercased()
        }
        return result
    }

    /// The moment as protobuf JSON has it: 0, 3, 6 or 9 digits after the second.
    static func rfc3339(_ moment: Timestamp) -> String {
        let text = MomentText.text(ofMilliseconds: moment.seconds * 1_000)
        return String(text.dropLast(".000Z".count)) + fraction(moment.nanos) + "Z"
    }

    private static func fraction(_ nanos: Int32) -> String {
        if nanos == 0 { return "" }
        if nanos % 1_000_000 == 0 { return String(format: ".%03d", nanos / 1_000_000) }
        if nanos % 1_000 == 0 { return String(format: ".%06d", nanos / 1_000) }
        return String(format: ".%09d", nanos)
    }
}
