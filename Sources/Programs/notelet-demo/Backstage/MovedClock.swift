import CommandLineInterface
import Foundation
import OperatingSystem

/// The clock of the server, which a story moves: for the server, days go by in a moment.
///
/// It takes a library that stands between the server and the system (`Tests/Clock`); the server
/// itself knows no other clock than the machine's.
struct MovedClock: Sendable {
    /// What the server has to find in its environment.
    let environment: [String: String]
    private let path: String

    /// Prepares a clock that is right.
    ///
    /// - Throws: `CommandFailure` where the library is missing.
    init(library: String, at path: String) throws {
        guard access(library, R_OK) == 0 else {
            throw CommandFailure(
                .unreachable,
                "There is no library at \(library): `make demo-rewards` builds it, and the rest."
            )
        }
        self.path = path
        environment = [
            // The loader would look for a bare name in other places.
            "LD_PRELOAD": URL(fileURLWithPath: library).standardizedFileURL.path,
            "CLOCK_FILE": path,
        ]
        try Data(count: MemoryLayout<Int64>.size).write(to: URL(fileURLWithPath: path))
    }

    /// Lets it be a moment, from which on it goes as ever; in milliseconds since 1970.
    func set(to milliseconds: Int64) throws {
        let ahead = milliseconds - Int64(Date().timeIntervalSince1970 * 1_000)
        // Written over and never anew, since the server has the file mapped.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try withUnsafeBytes(of: ahead) { try file.write(contentsOf: Data($0)) }
        try file.close()
    }
}
