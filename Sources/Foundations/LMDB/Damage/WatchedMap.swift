import Glibc
import Locking

/// The map of the environment that was opened last, as a handler of signals may look at it.
///
/// LMDB follows what it finds in the map. Where that is damaged, it reads behind the end of the
/// file (SIGBUS) or of the map (SIGSEGV), or an assertion of its own fails (SIGABRT). A program
/// that serves one store can tell by this whether such a signal is of the store.
///
/// Once an environment was opened, what is asked here neither allocates nor locks.
@safe
package enum WatchedMap {
    private static let start = Atomic<UInt>(0)
    private static let end = Atomic<UInt>(0)
    private static let pageByteCount = Atomic<UInt>(1)
    private static let isContradicted = Atomic<Bool>(false)
    /// Where LMDB's instructions begin and end.
    private static let codeStart = Atomic<UInt>(0)
    private static let codeEnd = Atomic<UInt>(0)
    /// The thread that is in a transaction that writes, as pthread_self(3) names it, or 0.
    private static let writer = Atomic<UInt>(0)

    /// A value is at most so long as 32 bits tell, and where it begins is within the map.
    private static let reach = UInt(UInt32.max)

    /// What an address has to do with the map.
    package enum Place: Sendable {
        /// It is of another kind of memory.
        case outside
        /// It is behind the map, where only a damaged page leads.
        case behind
        /// It is in this page.
        case page(UInt64)
    }

    /// Where an address is.
    package static func place(of address: UInt) -> Place {
        let start = start.load(ordering: .relaxed)
        let end = end.load(ordering: .relaxed)
        guard start > 0, address >= start else { return .outside }
        if address < end {
            return .page(UInt64((address &- start) / pageByteCount.load(ordering: .relaxed)))
        }
        return address &- end < reach ? .behind : .outside
    }

    /// Whether an instruction is one of LMDB.
    package static func isCode(_ address: UInt) -> Bool {
        address >= codeStart.load(ordering: .relaxed) && address < codeEnd.load(ordering: .relaxed)
    }

    /// Whether this thread is in a transaction that writes.
    ///
    /// LMDB changes copies of pages, in memory like any other: what a damaged one leads to there no
    /// address tells.
    package static var isWriter: Bool {
        writer.load(ordering: .relaxed) == UInt(pthread_self())
    }

    static func beginWriting() {
        writer.store(UInt(pthread_self()), ordering: .relaxed)
    }

    static func endWriting() {
        writer.store(0, ordering: .relaxed)
    }

    /// Whether LMDB found that pages contradict each other, and ends the process for it.
    package static var hasContradiction: Bool { isContradicted.load(ordering: .relaxed) }

    /// What LMDB calls before it would write a line and abort: the handler of SIGABRT writes one.
    static func endForContradiction() -> Never {
        isContradicted.store(true, ordering: .sequentiallyConsistent)
        abort()
    }

    /// Looks for the map of a data file and for LMDB's code, and watches them from now on.
    ///
    /// LMDB tells where it is for fixed maps alone (`mdb_env_info`), the system for all
    /// (proc_pid_maps(5)). Where it does not, no address is taken for one of the map.
    static func watch(_ descriptor: Int32, pageByteCount: Int) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0,
            let maps = contents(ofFileAt: "/proc/self/maps")
        else { return }
        for line in maps.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count == 6 else { continue }
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2, bounds[0] < bounds[1] else { continue }
            if words[4] == "\(status.st_ino)", words[5].hasSuffix("/data.mdb") {
                start.store(bounds[0], ordering: .relaxed)
                end.store(bounds[1], ordering: .relaxed)
                self.pageByteCount.store(UInt(pageByteCount), ordering: .relaxed)
            } else if words[1].contains("x"), words[5].contains("/liblmdb.so") {
                codeStart.store(bounds[0], ordering: .relaxed)
                codeEnd.store(bounds[1], ordering: .relaxed)
            }
        }
    }

    private static func contents(ofFileAt path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Environment {
    /// Lets `WatchedMap` tell of this environment from now on.
    package func watchMap() {
        guard let descriptor = try? descriptor() else { return }
        WatchedMap.watch(descriptor, pageByteCount: metaPages.pageByteCount)
    }
}
