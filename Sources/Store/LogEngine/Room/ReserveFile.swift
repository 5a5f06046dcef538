internal import Glibc
internal import OperatingSystem

/// A file that holds room on the disk, so that others who fill it do not take the reserve as well.
///
/// It is given back when the disk is about to be full, and set aside anew when there is room. It
/// holds nothing: after a crash any length of it is right. Where it cannot be made, the reserve
/// holds against what the store itself writes.
struct ReserveFile: ~Copyable {
    /// Bytes that are set aside at present.
    private(set) var heldByteCount: Int
    private let descriptor: Int32
    private let byteCount: Int

    /// The name in the directory of the store.
    static let name = "reserve"

    /// Takes over what an earlier process set aside, but for what is too much.
    init(directory: String, byteCount: Int) {
        self.byteCount = byteCount
        descriptor = PlainFile.open(directory + "/" + Self.name, O_RDWR | O_CREAT | O_CLOEXEC)
        var status = stat()
        let isThere = unsafe descriptor >= 0 && fstat(descriptor, &status) == 0
        // Blocks of 512 bytes, whatever those of the file system are: stat(2). What is not whole
        // is set aside again.
        let isWhole = isThere && Int(status.st_blocks) * 512 >= byteCount
        heldByteCount = isWhole ? byteCount : 0
        if isThere, ftruncate(descriptor, off_t(heldByteCount)) != 0 { heldByteCount = 0 }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    /// Sets the bytes aside, or none where there is no room.
    mutating func hold() {
        guard descriptor >= 0, heldByteCount == 0 else { return }
        if posix_fallocate(descriptor, 0, off_t(byteCount)) == 0 {
            heldByteCount = byteCount
        } else {
            // What it got before there was no more.
            _ = ftruncate(descriptor, 0)
        }
    }

    /// Gives all bytes back to the disk; answers whether there were any.
    mutating func release() -> Bool {
        guard heldByteCount > 0, ftruncate(descriptor, 0) == 0 else { return false }
        heldByteCount = 0
        return true
    }
}
