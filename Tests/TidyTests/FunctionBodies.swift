/// A function and the lines it takes, from its `func` to its closing brace.
struct FunctionBody: Equatable {
    let firstLine: Int
    let lastLine: Int

    var lineCount: Int { lastLine - firstLine + 1 }
}

/// Finds the functions of a file by counting braces in its code.
///
/// A body is what stands between the first brace outside parentheses after `func`, `init`,
/// `deinit` or `subscript`, and the brace that closes it. Where another declaration or a closing
/// brace comes first, there is no body: a requirement of a protocol. Computed properties are not
/// counted. A nested function counts for itself and for the one around it.
func functionBodies(in file: SourceFile) -> [FunctionBody] {
    let tokens = braceTokens(of: file.codeLines)
    var bodies: [FunctionBody] = []
    for (index, token) in tokens.enumerated() where token.kind == .function {
        if let lastLine = lineOfBodyEnd(after: index, in: tokens) {
            bodies.append(FunctionBody(firstLine: token.line, lastLine: lastLine))
        }
    }
    return bodies
}

private struct BraceToken {
    let kind: Kind
    let line: Int

    enum Kind { case function, declaration, open, close, openParenthesis, closeParenthesis }
}

private func lineOfBodyEnd(after start: Int, in tokens: [BraceToken]) -> Int? {
    var parentheses = 0
    var braces = 0
    for token in tokens[(start + 1)...] {
        switch token.kind {
        case .openParenthesis: parentheses += 1
        case .closeParenthesis: parentheses -= 1
        case .function, .declaration:
            if braces == 0, parentheses == 0 { return nil }
        case .open:
            if braces > 0 || parentheses == 0 { braces += 1 }
        case .close:
            if braces == 0, parentheses == 0 { return nil }
            if braces > 0 { braces -= 1 }
            if braces == 0, parentheses == 0 { return token.line }
        }
    }
    return nil
}

private func braceTokens(of lines: [String]) -> [BraceToken] {
    var tokens: [BraceToken] = []
    for (line, text) in lines.enumerated() {
        var previous: UInt8 = 0
        var word: [UInt8] = []
        for byte in Array(text.utf8) + [UInt8(ascii: "\n")] {
            if isWordByte(byte) {
                if word.isEmpty, previous == UInt8(ascii: ".") { word.append(previous) }
                word.append(byte)
            } else {
                if let kind = kind(of: word) { tokens.append(BraceToken(kind: kind, line: line)) }
                word = []
                if let kind = kind(of: byte) { tokens.append(BraceToken(kind: kind, line: line)) }
            }
            previous = byte
        }
    }
    return tokens
}

private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
        true
    default: false
    }
}

private func kind(of word: [UInt8]) -> BraceToken.Kind? {
    switch String(decoding: word, as: UTF8.self) {
    case "func", "init", "deinit", "subscript": .function
    case "struct", "class", "enum", "protocol", "actor", "extension", "var", "let", "static",
        "case", "associatedtype", "typealias", "package", "public", "private":
        .declaration
    default: nil
    }
}

private func kind(of byte: UInt8) -> BraceToken.Kind? {
    switch byte {
    case UInt8(ascii: "{"): .open
    case UInt8(ascii: "}"): .close
    case UInt8(ascii: "("): .openParenthesis
    case UInt8(ascii: ")"): .closeParenthesis
    default: nil
    }
}
