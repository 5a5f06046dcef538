import Cryptography
import Domain
import LMDB

import TextForms
@testable import LogEngine
@testable import Records
@testable import NoteStorage
@testable import AccountStorage
@testable import LogStoreTools

/// What lies beside a backup and in an archive, how LMDB's file begins, and what people write of
/// times.
enum BackupFuzzing {
    private static let file = ScratchFile()

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        switch first % 6 {
        case 0: checkManifest(Array(rest))
        case 1: checkManifest(signed(Array(rest)))
        case 2: checkName(String(decoding: rest, as: UTF8.self))
        case 3: checkMetaPages(rest)
        case 4: checkErasureMark(Array(rest))
        default: checkMoment(String(decoding: rest, as: UTF8.self))
        }
    }

    private static func checkManifest(_ bytes: [UInt8]) {
        guard let manifest = try? BackupManifest(bytes) else { return }
        precondition(manifest.bytes == bytes, "A manifest has one form.")
    }

    /// A first line of facts with the second that fits it.
    private static func signed(_ facts: [UInt8]) -> [UInt8] {
        let line = facts.prefix { $0 != UInt8(ascii: "\n") } + [UInt8(ascii: "\n")]
        var end = JSONWriter()
        end.begin()
        end.write("manifest_digest", Digest(of: Array(line).span.bytes).hexadecimal)
        end.end()
        return line + end.bytes
    }

    private static func checkName(_ text: String) {
        guard let name = ArchivedFileName(text) else { return }
        precondition(name.text == text, "A file has one name.")
    }

    private static func checkErasureMark(_ line: [UInt8]) {
        if let mark = ErasureMark(line: line) {
            precondition(mark.line == line, "A mark has one line.")
        }
        // A line whose check is right, of the same facts.
        let facts = line.prefix(ErasureMark.lineByteCount - 17)
        let check = Digest(of: Array(facts).span.bytes).hexadecimal.utf8.prefix(16)
        let whole = facts + check + [UInt8(ascii: "\n")]
        if let mark = ErasureMark(line: whole) {
            precondition(mark.line == Array(whole), "A mark has one line.")
        }
    }

    private static func checkMoment(_ text: String) {
        if let moment = MomentText.milliseconds(of: text) {
            let again = MomentText.text(ofMilliseconds: moment)
            precondition(again == text, "A moment has one text.")
            precondition(MomentText.milliseconds(writtenAs: text) == moment, "It is RFC 3339.")
        }
        if let moment = MomentText.milliseconds(writtenAs: text) {
            let again = MomentText.milliseconds(of: MomentText.text(ofMilliseconds: moment))
            precondition(again == moment, "What somebody means has a text.")
        }
    }

    private static func checkMetaPages(_ bytes: UnsafeRawBufferPointer) {
        file.write(bytes)
        guard let pages = try? MetaPages(path: file.path) else { return }
        precondition(pages.fileByteCount == bytes.count && pages.pageByteCount >= 512)
        let pageCount = bytes.count / pages.pageByteCount
        precondition(pages.isFileShort == (pageCount <= pages.lastPageNumber))
    }
}
