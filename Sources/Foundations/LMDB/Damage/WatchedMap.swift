import Glibc
import Locking
import OperatingSystem

/// The maps of the environments that are open and watched, as a handler of signals may look at
/// them.
///
/// LMDB follows what it finds in a map. Where that is damaged, it reads behind the end of the
/// file (SIGBUS) or of the map (SIGSEGV), or an assertion of its own fails (SIGABRT). A program
/// that serves stores can tell by this whether such a signal is of one, and mostly of which.
///
/// Once an environment was opened, what is asked here neither allocates nor locks.
@safe
package enum WatchedMap {
    /// What is known of one map; all is 0 where there is none.
    private struct Entry: ~Copyable {
        let start = Atomic<UInt>(0)
        let end = Atomic<UInt>(0)
        let pageByteCount = Atomic<UInt>(1)
        /// The thread that is in a transaction that writes to it, as pthread_self(3) names it.
        let writer = Atomic<UInt>(0)
    }

    /// More maps than a process has stores; further ones are not told from other memory.
    package static let countMax = 128

    // Never freed, so that a handler of signals can look at any time.
    nonisolated(unsafe) private static let entries: UnsafeMutablePointer<Entry> = {
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: countMax)
        for index in 0..<countMax { unsafe (entries + index).initialize(to: Entry()) }
        return unsafe entries
    }()

    private static let isContradicted = Atomic<Bool>(false)
    /// Where LMDB's instructions begin and end.
    private static let codeStart = Atomic<UInt>(0)
    private static let codeEnd = Atomic<UInt>(0)

    /// A value is at most so long as 32 bits tell, and where it begins is within the map.
    private static let reach = UInt(UInt32.max)

    /// What an address has to do with the maps.
    package enum Place: Sendable {
        /// It is of another kind of memory.
        case outside
        /// It is behind this map, where only a damaged page leads.
        case behind(map: Int)
        /// It is in this page of a map.
        case page(UInt64, map: Int)
    }

    /// Where an address is.
    package static func place(of address: UInt) -> Place {
        var behind: Int?
        for index in 0..<countMax {
            let entry = unsafe entries + index
            let start = unsafe entry.pointee.start.load(ordering: .relaxed)
            let end = unsafe entry.pointee.end.load(ordering: .relaxed)
            guard start > 0, address >= start else { continue }
            if address < end {
                let byteCount = unsafe entry.pointee.pageByteCount.load(ordering: .relaxed)
                return .page(UInt64((address &- start) / byteCount), map: index)
            }
            if address &- end < reach { behind = index }
        }
        return behind.map { .behind(map: $0) } ?? .outside
    }

    /// Whether an instruction is one of LMDB.
    package static func isCode(_ address: UInt) -> Bool {
        address >= codeStart.load(ordering: .relaxed) && address < codeEnd.load(ordering: .relaxed)
    }

    /// The map to which this thread writes, in a transaction; nil for none.
    ///
    /// LMDB changes copies of pages, in memory like any other: what a damaged one leads to there no
    /// address tells.
    package static var written: Int? {
        let thread = UInt(pthread_self())
        for index in 0..<countMax {
            if unsafe entries[index].writer.load(ordering: .relaxed) == thread { return index }
        }
        return nil
    }

    /// Takes note that this thread writes to a map, in a transaction.
    static func beginWriting(to map: Int) {
        unsafe entries[map].writer.store(UInt(pthread_self()), ordering: .relaxed)
    }

    static func endWriting(to map: Int) {
        unsafe entries[map].writer.store(0, ordering: .relaxed)
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
    ///
    /// - Returns: The number of the map; nil where it cannot be found, or there are too many.
    static func watch(_ descriptor: Int32, pageByteCount: Int) -> Int? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0,
            let maps = contents(ofFileAt: "/proc/self/maps")
        else { return nil }
        let regions = maps.split(separator: "\n").compactMap(Region.init)
        if let code = regions.last(where: \.isCode) {
            codeStart.store(code.start, ordering: .relaxed)
            codeEnd.store(code.end, ordering: .relaxed)
        }
        let path = RealPath("/proc/self/fd/\(descriptor)").text
        return region(of: UInt64(status.st_ino), at: path, among: regions, isTaken: isTaken)
            .flatMap { take($0.start, $0.end, pageByteCount) }
    }

    /// A part of the process's memory, as the system lists it.
    struct Region: Equatable {
        let start: UInt
        let end: UInt
        private let flags: Substring
        private let fileNumber: Substring
        private let path: Substring

        /// Reads a line; nil for memory that is no file's.
        init?(_ line: Substring) {
            let words = line.split(separator: " ", maxSplits: 5)
            guard words.count == 6 else { return nil }
            let bounds = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2, bounds[0] < bounds[1] else { return nil }
            (start, end) = (bounds[0], bounds[1])
            (flags, fileNumber) = (words[1], words[4])
            path = words[5].drop { $0 == " " }
        }

        /// Whether it has LMDB's instructions.
        var isCode: Bool { flags.contains("x") && path.contains("/liblmdb.so") }

        /// Whether it is a data file of this number, which files of other volumes may have too.
        func isData(_ number: UInt64) -> Bool {
            fileNumber == "\(number)" && path.hasSuffix("/data.mdb")
        }

        /// Whether it is the file at a path.
        func isFile(at path: String) -> Bool { self.path == path }
    }

    /// The part of the memory that a data file is mapped to, by its number and its path.
    ///
    /// Some file systems tell another path there than of the open file: then it is one of that
    /// number that is none of another environment.
    static func region(
        of number: UInt64,
        at path: String,
        among regions: [Region],
        isTaken: (UInt) -> Bool
    ) -> Region? {
        let files = regions.filter { $0.isData(number) && !isTaken($0.start) }
        return files.first { $0.isFile(at: path) } ?? files.first
    }

    private static func isTaken(_ start: UInt) -> Bool {
        (0..<countMax).contains { unsafe entries[$0].start.load(ordering: .relaxed) == start }
    }

    /// Takes the first number that is free for a map.
    private static func take(_ start: UInt, _ end: UInt, _ pageByteCount: Int) -> Int? {
        for index in 0..<countMax {
            let isTaken = unsafe entries[index].start.compareExchange(
                expected: 0,
                desired: start,
                ordering: .relaxed
            ).exchanged
            guard isTaken else { continue }
            unsafe entries[index].pageByteCount.store(UInt(pageByteCount), ordering: .relaxed)
            unsafe entries[index].end.store(end, ordering: .sequentiallyConsistent)
            return index
        }
        return nil
    }

    /// Forgets a map whose environment is closed.
    static func forget(_ map: Int) {
        unsafe entries[map].end.store(0, ordering: .relaxed)
        unsafe entries[map].start.store(0, ordering: .sequentiallyConsistent)
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
    /// Lets `WatchedMap` tell of this environment from now on, until it is closed.
    package func watchMap() {
        guard let descriptor = try? descriptor() else { return }
        let map = WatchedMap.watch(descriptor, pageByteCount: metaPages.pageByteCount)
        watchedMap.store(map ?? -1, ordering: .relaxed)
    }

    /// The number by which `WatchedMap` tells of this environment; nil where it does not.
    package var mapNumber: Int? {
        let map = watchedMap.load(ordering: .relaxed)
        return map < 0 ? nil : map
    }
}
