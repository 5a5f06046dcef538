import Foundation

/// One call that a program made on the watched disk, as `disk.c` records it.
enum DiskEvent: Sendable {
    /// A file or folder was opened; from now on it is called by this number.
    case opened(file: Int, path: String, isCreated: Bool, isEmptied: Bool)
    case written(file: Int, offset: Int, bytes: ArraySlice<UInt8>)
    /// What was written there is on stable storage.
    case settled(file: Int, offset: Int, byteCount: Int)
    case resized(file: Int, byteCount: Int)
    case flushBegun(file: Int, flush: Int)
    case flushEnded(file: Int, flush: Int)
    /// A flush failed: the system forgets what it could not write.
    case flushFailed(file: Int)
    case renamed(path: String, target: String)
    case unlinked(path: String)
    case folderMade(path: String)
    case folderRemoved(path: String)
    /// The program wrote into its journal.
    case noted(ArraySlice<UInt8>)
}

/// A recorded run, in the order in which it happened.
struct DiskTrace: Sendable {
    private(set) var events: [DiskEvent] = []

    /// A trace that cannot be read.
    struct Damaged: Error, CustomStringConvertible {
        let description: String
    }

    private static let headerByteCount = 32

    /// Reads the trace of a run below `root`; its paths become those behind `root`.
    init(path: String, root: String) throws(Damaged) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Damaged(description: "There is no trace at \(path).")
        }
        let bytes = [UInt8](data)
        var offset = 0
        while offset < bytes.count {
            guard bytes.count - offset >= Self.headerByteCount else {
                throw Damaged(description: "The trace ends inside a record.")
            }
            let header = Header(bytes, at: offset)
            let pathStart = offset + Self.headerByteCount
            let dataStart = pathStart + header.pathByteCount
            offset = dataStart + header.dataByteCount
            guard offset <= bytes.count else {
                throw Damaged(description: "The trace ends inside a record.")
            }
            let text = String(decoding: bytes[pathStart..<dataStart], as: UTF8.self)
            let relative = String(text.dropFirst(root.utf8.count + 1))
            let event = try header.event(relative, bytes[dataStart..<offset], root)
            events.append(event)
        }
    }

    /// The fixed part of a record: `struct header` of disk.c.
    private struct Header {
        let kind: UInt32
        let file: Int
        let offset: Int
        let length: Int
        let pathByteCount: Int
        let dataByteCount: Int

        init(_ bytes: [UInt8], at start: Int) {
            func number(_ place: Int) -> UInt32 {
                bytes.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: start + place, as: UInt32.self)
                }
            }
            kind = number(0)
            file = Int(number(4))
            offset = Int(number(8)) | Int(number(12)) << 32
            length = Int(number(16))
            pathByteCount = Int(number(20))
            dataByteCount = Int(number(24))
        }

        func event(
            _ path: String,
            _ data: ArraySlice<UInt8>,
            _ root: String
        ) throws(Damaged) -> DiskEvent {
            switch kind {
            case 1:
                let (isCreated, isEmptied) = (offset & 1 != 0, offset & 2 != 0)
                return .opened(file: file, path: path, isCreated: isCreated, isEmptied: isEmptied)
            case 2: return .written(file: file, offset: offset, bytes: data)
            case 3: return .settled(file: file, offset: offset, byteCount: length)
            case 4: return .resized(file: file, byteCount: offset)
            case 5: return .flushBegun(file: file, flush: offset)
            case 6: return .flushEnded(file: file, flush: offset)
            case 7:
                let target = String(decoding: data, as: UTF8.self).dropFirst(root.utf8.count + 1)
                return .renamed(path: path, target: String(target))
            case 8: return .unlinked(path: path)
            case 9: return .folderMade(path: path)
            case 10: return .folderRemoved(path: path)
            case 11: return .noted(data)
            case 12: return .flushFailed(file: file)
            default: throw Damaged(description: "The trace has a record of kind \(kind).")
            }
        }
    }
}
