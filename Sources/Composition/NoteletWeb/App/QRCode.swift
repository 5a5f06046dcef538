internal import CQREncode

/// A text as a QR code (ISO/IEC 18004), drawn as SVG.
struct QRCode {
    /// The picture.
    let svg: String

    /// Light modules around the code, as the standard asks for.
    private static let margin = 4

    /// Draws a text; nil where it is longer than a code holds.
    init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for row in 0..<width {
            for column in 0..<width where code.pointee.data[row * width + column] & 1 == 1 {
                path += "M\(column + Self.margin) \(row + Self.margin)h1v1h-1z"
            }
        }
        let side = width + 2 * Self.margin
        svg =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" "
            + "shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h\(side)v\(side)H0z\"/>"
            + "<path d=\"\(path)\"/></svg>"
    }
}
