import Glibc

/// The users of this machine.
enum SystemUsers {
    /// The name of a user, or the number where there is no name.
    static func name(of userID: UInt32) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: bufferByteCount)
        let isFound = getpwuid_r(userID, &entry, &buffer, buffer.count, &found) == 0
        guard isFound, found != nil, let name = entry.pw_name else { return "user \(userID)" }
        return String(cString: name)
    }

    /// More than any entry of the system's own files has.
    private static let bufferByteCount = 16 << 10
}
