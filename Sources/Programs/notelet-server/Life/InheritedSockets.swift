import Glibc

/// Listening sockets that a service manager has opened for the server, as sd_listen_fds(3)
/// describes them: they come as descriptors from 3 on.
enum InheritedSockets {
    private static let firstDescriptor: Int32 = 3
    /// Nobody passes more; it keeps a wrong number from being counted to.
    private static let countMax: Int32 = 1_024

    /// The descriptors that the environment names, by `LISTEN_FDS` for the process `LISTEN_PID`.
    static func descriptors(environment: [String: String]) -> [Int32] {
        guard environment["LISTEN_PID"] == String(getpid()),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }),
            (1...countMax).contains(count)
        else { return [] }
        return Array(firstDescriptor..<(firstDescriptor + count))
    }
}
