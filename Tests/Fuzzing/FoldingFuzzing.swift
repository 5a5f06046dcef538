import Domain

@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import TextFolding
import NoteRules

/// Texts and words that are looked for in them, lines that end in a newline: the last one is the
/// text.
enum FoldingFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let texts = lines.map(String.init)
        let folded = texts.map { text in
            let whole = FoldedText.foldedAsWhole(text)
            let bytes = FoldedText(text).bytes
            precondition(bytes == whole, "The fast way gives what the other one does.")
            return bytes
        }
        guard let text = texts.last, let inText = folded.last else { return }
        let filter = WordFilter(texts.dropLast().map { UnwantedWord(stored: $0) })
        let isThere = folded.dropLast().contains { word in
            !word.isEmpty && inText.indices.contains { inText[$0...].starts(with: word) }
        }
        precondition(filter.finds(in: FoldedText(text)) == isThere, "All words are looked for.")
    }
}
