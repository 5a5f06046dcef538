package import Domain
internal import Glibc
package import OperatingSystem
internal import StorageEngine

/// The file `lived` in the folder of a store: how far lived time had come, for the next start.
///
/// It says of which life of the store it speaks; of another one, which was restored, copied or
/// loaded, it says nothing. What is missing or damaged is made anew from the machine's clock.
package struct LivedFile: Sendable {
    private let path: String
    private let life: UInt64

    /// The name of the file.
    package static let name = "lived"

    /// The bytes of a sound file: four numbers and the name of a run of the machine.
    private static let runByteCount = 36
    private static let byteCount = 32 + runByteCount

    /// The file of a store.
    package init(inStore directory: String, life: UInt64) {
        path = directory + "/" + Self.name
        self.life = life
    }

    /// What was noted last; nil if there is nothing that can be believed.
    package func read() -> LivedNote? {
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.byteCount + 1)
        guard Glibc.read(descriptor, &bytes, bytes.count) == Self.byteCount else { return nil }
        bytes.removeLast()
        let body = Array(bytes.dropLast(8))
        guard Self.number(bytes, at: Self.byteCount - 8) == Self.checksum(of: body),
            Self.number(bytes, at: 0) == life
        else { return nil }
        return LivedNote(
            moment: Instant(milliseconds: Int64(bitPattern: Self.number(bytes, at: 8))),
            steady: SteadyMoment(
                run: String(decoding: body.suffix(Self.runByteCount), as: UTF8.self),
                milliseconds: Int64(bitPattern: Self.number(bytes, at: 16))
            )
        )
    }

    /// Notes how far it has come.
    ///
    /// - Throws: `SystemError`; what was noted before stays then.
    package func write(_ note: LivedNote) throws(SystemError) {
        var bytes: [UInt8] = []
        let numbers = [
            life, UInt64(bitPattern: note.moment.milliseconds),
            UInt64(bitPattern: note.steady.milliseconds),
        ]
        for number in numbers { Self.append(number, to: &bytes) }
        let run = Array(note.steady.run.utf8.prefix(Self.runByteCount))
        bytes += run + [UInt8](repeating: 0x20, count: Self.runByteCount - run.count)
        Self.append(Self.checksum(of: bytes), to: &bytes)
        try FileReplacement.write(bytes, to: path)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> UInt64 {
        bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func checksum(of bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            Checksum.of(
                bytes,
                key: UnsafeRawBufferPointer(start: nil, count: 0),
                table: TableID(rawValue: .max)
            )
        }
    }
}
