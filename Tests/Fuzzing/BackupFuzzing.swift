import Cryptography
import LMDB

@testable import Storage

/// What lies beside a backup and in an archive, and how LMDB's file begins.
enum BackupFuzzing {
    private static let file = ScratchFile()

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        switch first % 4 {
        case 0: checkManifest(Array(rest))
        case 1: checkManifest(signed(Array(rest)))
        case 2: checkName(String(decoding: rest, as: UTF8.self))
        default: checkMetaPages(rest)
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

    private static func checkMetaPages(_ bytes: UnsafeRawBufferPointer) {
        file.write(bytes)
        guard let pages = try? MetaPages(path: file.path) else { return }
        precondition(pages.fileByteCount == bytes.count && pages.pageByteCount >= 512)
        let pageCount = bytes.count / pages.pageByteCount
        precondition(pages.isFileShort == (pageCount <= pages.lastPageNumber))
    }
}
