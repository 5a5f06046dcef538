import Foundation
import TestSupport

extension TestService {
    /// Every byte of the store's files.
    func storeBytes() throws -> Data {
        let folder = URL(fileURLWithPath: directory.path("store"))
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return names.reduce(into: Data()) { bytes, name in
            // A folder has no bytes of its own.
            if let more = try? Data(contentsOf: folder.appendingPathComponent(name)) {
                bytes += more
            }
        }
    }
}

extension Data {
    /// Whether these bytes stand somewhere in it.
    func contains(_ needle: [UInt8]) -> Bool { range(of: Data(needle)) != nil }
}
