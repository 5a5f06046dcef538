internal import CommandLineInterface
package import NoteletClient

extension CommandContext {
    /// The head of a thing with all its text: what it is called, its id, and its moment.
    package func heading(_ title: String, id: [UInt8], at moment: Timestamp?) -> String {
        let line = "\(identifierText(id))  \(moment.localText)"
        return style.apply(.bold, to: title.terminalSafe) + "\n" + style.apply(.dim, to: line)
            + "\n"
    }

    /// Bytes as a person reads them, each line ended: as the text that they are, or their number.
    package func text(ofContent bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return phrase("텍스트가 아닌 \(bytes.count)바이트", "\(bytes.count) B that are not text") + "\n"
        }
        return text.isEmpty ? "" : text.terminalSafeLines + "\n"
    }
}
