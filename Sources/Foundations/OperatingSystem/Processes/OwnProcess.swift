internal import Glibc

/// What this process takes of the machine, as the system counts it.
package struct OwnProcess: Sendable {
    /// The time that its threads have run, in seconds.
    package let processorSeconds: Double
    /// Bytes of its memory that are in the machine's.
    package let residentByteCount: UInt64
    /// Bytes of its address space.
    package let virtualByteCount: UInt64
    /// Its threads.
    package let threadCount: Int
    /// Files, sockets among them, that it has open.
    package let openFileCount: Int
    /// Files that it may have open.
    package let openFileCountMax: UInt64

    /// Asks the system; nil where it does not say.
    package init?() {
        guard let fields = Self.statistics(), fields.count > 21,
            let user = UInt64(fields[11]), let system = UInt64(fields[12]),
            let threadCount = Int(fields[17]), let virtualByteCount = UInt64(fields[20]),
            let pageCount = UInt64(fields[21])
        else { return nil }
        let tickCount = user &+ system
        processorSeconds = Double(tickCount) / Double(sysconf(Int32(_SC_CLK_TCK)))
        residentByteCount = pageCount &* UInt64(sysconf(Int32(_SC_PAGESIZE)))
        self.virtualByteCount = virtualByteCount
        self.threadCount = threadCount
        openFileCount = Self.countOpenFiles()
        var files = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
        openFileCountMax = UInt64(files.rlim_cur)
    }

    /// The fields of proc(5) behind the name of the program, which may have spaces in it.
    private static func statistics() -> [Substring]? {
        let descriptor = open("/proc/self/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1_024)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        return text.lastIndex(of: ")").map { text[text.index(after: $0)...].split(separator: " ") }
    }

    private static func countOpenFiles() -> Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Itself, its parent and this folder are no files of the process.
        return max(0, count - 3)
    }
}
