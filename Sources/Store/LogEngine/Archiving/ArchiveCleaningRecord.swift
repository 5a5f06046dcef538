internal import Glibc
package import OperatingSystem
internal import StorageEngine

/// How far an archive has been gone through to clean it of what was erased: the file `cleaned` in
/// its folder.
///
/// It is written anew as a whole. One that is damaged, or of another log, says nothing: then the
/// archive is gone through from its beginning, to the same end.
package struct ArchiveCleaningRecord: Equatable {
    /// When the pass began: what was erased before is not in the files that it has passed.
    package let begunAt: LogTime
    /// The last batch of the log that the archive had then.
    package let batch: UInt64
    /// How far the pass has come.
    package var state: State

    /// How far a pass has come.
    package enum State: Equatable {
        /// It goes on behind this file; at the first one where there is none.
        case underWay(behind: ArchivedFileName?)
        /// It has ended, at this moment.
        case whole(LogTime)
        /// It has ended, and files stay as they are that could not be read or written.
        case incomplete
    }

    /// The name of the file.
    static let fileName = "cleaned"

    /// "NOTECLN" and the version of the form, 1.
    private static let magic: UInt64 = 0x014E_4C43_4554_4F4E
    /// Eight numbers and a checksum.
    private static let byteCount = 72

    /// Begins a pass.
    package init(begunAt: LogTime, batch: UInt64) {
        self.begunAt = begunAt
        self.batch = batch
        state = .underWay(behind: nil)
    }

    /// Reads the record in the folder of an archive; nil if there is none of this log that can be
    /// believed.
    package init?(in folder: String, identity: UInt64) {
        let path = folder + "/" + Self.fileName
        guard let file = (try? LogFileReader(path: path)) ?? nil,
            let bytes = try? file.bytes(countMax: Self.byteCount),
            bytes.count == Self.byteCount
        else { return nil }
        func number(_ index: Int) -> UInt64 {
            bytes[8 * index..<8 * (index + 1)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard number(0) == Self.magic, number(1) == identity,
            number(8) == Self.checksum(of: bytes[..<64])
        else { return nil }
        begunAt = LogTime(milliseconds: Int64(bitPattern: number(2)))
        batch = number(3)
        switch (number(4), number(5), number(6), number(7)) {
        case (0, 0, 0, 0): state = .underWay(behind: nil)
        case (0, let log, let first, let last):
            state = .underWay(behind: ArchivedFileName(identity: log, first: first, last: last))
        case (1, let end, 0, 0): state = .whole(LogTime(milliseconds: Int64(bitPattern: end)))
        case (2, 0, 0, 0): state = .incomplete
        default: return nil
        }
    }

    /// Writes the record into the folder of an archive, in place of an earlier one.
    ///
    /// - Throws: `SystemError`; the earlier one is there then.
    package func write(in folder: String, identity: UInt64) throws(SystemError) {
        var numbers = [
            Self.magic, identity, UInt64(bitPattern: begunAt.milliseconds), batch,
        ]
        switch state {
        case .underWay(nil): numbers += [0, 0, 0, 0]
        case .underWay(let name?): numbers += [0, name.identity, name.first, name.last]
        case .whole(let end): numbers += [1, UInt64(bitPattern: end.milliseconds), 0, 0]
        case .incomplete: numbers += [2, 0, 0, 0]
        }
        var bytes: [UInt8] = []
        func append(_ number: UInt64) {
            unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
        }
        for number in numbers { append(number) }
        append(Self.checksum(of: bytes[...]))
        try FileReplacement.write(bytes, to: folder + "/" + Self.fileName)
    }

    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe Checksum.of(
                bytes,
                key: UnsafeRawBufferPointer(start: nil, count: 0),
                table: TableID(rawValue: .max)
            )
        }
    }
}
