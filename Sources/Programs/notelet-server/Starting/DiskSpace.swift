import Foundation
import Glibc

/// What a disk has left.
enum DiskSpace {
    /// Bytes that the disk of a place has left for this process, of the nearest folder above it
    /// that is there; nil where the system does not say.
    static func byteCount(at path: String) -> Int64? {
        var place = URL(fileURLWithPath: path).standardized
        while access(place.path, F_OK) != 0, place.path != "/" {
            place.deleteLastPathComponent()
        }
        var status = statvfs()
        guard statvfs(place.path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }
}
