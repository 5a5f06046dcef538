/// Whether the bytes of `needle` stand somewhere in `bytes`.
func contains(_ bytes: [UInt8], _ needle: some Collection<UInt8>) -> Bool {
    guard let first = needle.first, bytes.count >= needle.count else { return false }
    return bytes.indices.dropLast(needle.count - 1).contains { index in
        bytes[index] == first && bytes[index..<(index + needle.count)].elementsEqual(needle)
    }
}

/// The forms in which 16 bytes may be written: raw, either order of bytes, hex, base64.
func forms(of id: [UInt8]) -> [[UInt8]] {
    let digits = Array("0123456789abcdef".utf8)
    let hex = id.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let upper = Array(String(decoding: hex, as: UTF8.self).uppercased().utf8)
    return [id, id.reversed(), hex, upper] + ["+/", "-_"].map { base64(id, Array($0.utf8)) }
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
