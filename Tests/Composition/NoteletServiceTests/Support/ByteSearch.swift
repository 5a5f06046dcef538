import Foundation
import Testing

/// Whether the bytes of `needle` stand somewhere in `bytes`.
func contains(_ bytes: [UInt8], _ needle: some Collection<UInt8>) -> Bool {
    guard let first = needle.first, bytes.count >= needle.count else { return false }
    return bytes.indices.dropLast(needle.count - 1).contains { index in
        bytes[index] == first && bytes[index..<(index + needle.count)].elementsEqual(needle)
    }
}

/// The parts of bytes in which an id stands once, raw or as JSON has it, before and behind it.
func parts(of bytes: [UInt8], around id: [UInt8]) throws -> [[UInt8]] {
    let forms = [id, Array(Data(id).base64EncodedString().utf8)]
    let parts = forms.map { form in
        bytes.split(separator: form, omittingEmptySubsequences: false).map(Array.init)
    }
    return try #require(parts.first { $0.count == 2 })
}

/// The forms in which bytes may be written: raw, either order of bytes, hex, and base64 at whatever
/// place in what is written so.
func forms(of id: [UInt8]) -> [[UInt8]] {
    let digits = Array("0123456789abcdef".utf8)
    let hex = id.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let upper = Array(String(decoding: hex, as: UTF8.self).uppercased().utf8)
    let base64s = ["+/", "-_"].flatMap { lastTwo in
        (0..<3).map { count in
            let text = base64([UInt8](repeating: 0, count: count) + id, Array(lastTwo.utf8))
            // The letters in front have bits of what stands before.
            return Array(text.dropFirst((count * 8 + 5) / 6))
        }
    }
    return [id, id.reversed(), hex, upper] + base64s
}

private func base64(_ bytes: [UInt8], _ lastTwo: [UInt8]) -> [UInt8] {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let alphabet = Array(letters.utf8) + lastTwo
    var bits = 0
    var pending = 0
    var text: [UInt8] = []
    for byte in bytes {
        pending = (pending << 8 | Int(byte)) & 0xffff
        bits += 8
        while bits >= 6 {
            bits -= 6
            text.append(alphabet[pending >> bits & 63])
        }
    }
    return text
}
