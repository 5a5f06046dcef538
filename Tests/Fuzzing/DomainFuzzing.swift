import Domain
import NoteRules
import AccountRules

/// Texts that people and programs type: what is taken must be taken again in the same form.
enum DomainFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let text = String(decoding: rest, as: UTF8.self)
        switch first % 10 {
        case 0: checkTokens(text)
        case 1: checkBase64(text, Array(rest))
        case 2: checkUsername(text)
        case 3: checkEmail(text)
        case 4: checkContent(text)
        case 5: checkOthers(text)
        case 6: checkPassword(text)
        case 8: checkCode(text)
        case 9: checkWord(text)
        default: checkLink(text)
        }
    }

    private static func checkTokens(_ text: String) {
        guard let token = SessionToken(text: text) else { return }
        precondition(token.text == text && token.secret.count == SessionToken.secretByteCount)
        precondition(SessionToken(text: token.text) == token)
    }

    private static func checkBase64(_ text: String, _ bytes: [UInt8]) {
        precondition(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "Bytes come back.")
        guard let decoded = Base64URL.decode(text) else { return }
        precondition(Base64URL.encode(decoded) == text, "There is one text for some bytes.")
    }

    private static func checkUsername(_ text: String) {
        guard let name = try? Username(text) else { return }
        precondition(name.text.utf8.count <= DomainLimits.usernameByteCountMax)
        precondition((try? Username(name.text)) == name && !name.folded.isEmpty)
        precondition(name.folded.lowercased() == name.folded, "Folding twice changes nothing.")
    }

    private static func checkEmail(_ text: String) {
        guard let address = try? EmailAddress(text) else { return }
        precondition(address.text.utf8.count <= DomainLimits.emailByteCountMax)
        precondition((try? EmailAddress(address.text)) == address && !address.localPart.isEmpty)
        precondition(address.folded.lowercased() == address.folded)
    }

    private static func checkContent(_ text: String) {
        guard let content = try? Content(text) else { return }
        precondition(content.text.utf8.count <= DomainLimits.contentByteCountMax)
        precondition((try? Content(content.text)) == content, "Trimming twice changes nothing.")
    }

    private static func checkOthers(_ text: String) {
        if let name = try? ContactName(text) {
            precondition((try? ContactName(name.text)) == name)
        }
        if let url = try? ImageURL(text) { precondition((try? ImageURL(url.text)) == url) }
        if let size = text.utf8.first.flatMap({ try? PageSize(Int32(Int8(bitPattern: $0))) }) {
            precondition(1...DomainLimits.pageItemsMax ~= size.count)
        }
        let id = OpaqueID(Array(text.utf8))
        precondition(id.map { $0.bytes } == (id == nil ? nil : Array(text.utf8)))
    }

    /// The text in three parts: name, address, password.
    private static func checkPassword(_ text: String) {
        let parts = text.split(separator: "\n", maxSplits: 2).map(String.init)
        guard parts.count == 3, let name = try? Username(parts[0]),
            let email = try? EmailAddress(parts[1]),
            let password = try? Password(composed: parts[2], username: name, email: email)
        else { return }
        precondition(password.text.utf8.count <= DomainLimits.passwordByteCountMax)
    }

    private static func checkCode(_ text: String) {
        if let code = ResetCode(text) {
            precondition(ResetCode(code.text) == code, "A code is what is handed over.")
        }
        if let id = OpaqueID(uuid: text) { precondition(id.uuid == text.lowercased()) }
    }

    private static func checkWord(_ text: String) {
        guard let word = try? UnwantedWord(text) else { return }
        precondition(word.text.utf8.count <= DomainLimits.unwantedWordByteCountMax)
        precondition((try? UnwantedWord(word.text)) == word, "Trimming twice changes nothing.")
    }

    private static func checkLink(_ text: String) {
        guard let token = LinkToken(link: text) else { return }
        precondition(LinkToken(link: PersonalLink(token: token).url) == token)
        precondition(text.hasSuffix(token.text))
    }
}
