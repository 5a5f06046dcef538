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
    var word: [UInt8] = []
    for (line, text) in lines.enumerated() {
        func endWord() {
            if let kind = keywords[word] { tokens.append(BraceToken(kind: kind, line: line)) }
            word.removeAll(keepingCapacity: true)
        }
        for byte in text.utf8 {
            let role = roles[Int(byte)]
            if role != .letter { endWord() }
            switch role {
            case .letter, .dot: word.append(byte)
            case .token(let kind): tokens.append(BraceToken(kind: kind, line: line))
            case .nothing: break
            }
        }
        endWord()
    }
    return tokens
}

/// What a byte is to the one who looks for functions.
private enum Role: Equatable {
    case letter
    /// Belongs to the word behind it: what `.init` names is declared elsewhere.
    case dot
    case token(BraceToken.Kind)
    case nothing
}

/// The role of each byte; a table, since there are millions of bytes.
private let roles: [Role] = (0...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
        .letter
    case UInt8(ascii: "."): .dot
    case UInt8(ascii: "{"): .token(.open)
    case UInt8(ascii: "}"): .token(.close)
    case UInt8(ascii: "("): .token(.openParenthesis)
    case UInt8(ascii: ")"): .token(.closeParenthesis)
    default: .nothing
    }
}

private let keywords: [[UInt8]: BraceToken.Kind] = {
    let functions = ["func", "init", "deinit", "subscript"]
    let declarations = [
        "struct", "class", "enum", "protocol", "actor", "extension", "var", "let", "static",
        "case", "associatedtype", "typealias", "package", "public", "private",
    ]
    return Dictionary(
        uniqueKeysWithValues: functions.map { (Array($0.utf8), .function) }
            + declarations.map { (Array($0.utf8), .declaration) }
    )
}()
