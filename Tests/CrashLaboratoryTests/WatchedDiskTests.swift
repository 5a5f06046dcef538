import Foundation
import TestSupport
import Testing

@testable import notelet_crash

/// What the watched disk records of programs that are not the laboratory's own.
@Suite("Watched disk")
struct WatchedDiskTests {
    private let memory = TemporaryDirectory(in: .memory)

    /// Two threads write 256 KiB at a time, many pages, so that one of them is about to at almost
    /// any moment; all that the end needs is there before, for meanwhile they fill the memory.
    ///
    /// Where nobody else is let run, they stop at 256 MiB each.
    private static let program = """
        import ctypes, os, sys, threading, time
        root, trace, way = sys.argv[1:]
        end = ctypes.CDLL(None)[way]
        block = bytes(256 << 10)
        def write(name):
            file = os.open(f"{root}/{name}", os.O_WRONLY | os.O_CREAT, 0o600)
            for _ in range(1 << 10):
                os.pwrite(file, block, 0)
        for name in "ab":
            threading.Thread(target=write, args=name, daemon=True).start()
        while os.stat(trace).st_size < 1 << 20:
            time.sleep(.001)
        end(74)
        """

    @Test(
        "A program that ends while it writes leaves whole records",
        .timeLimit(.minutes(1)),
        arguments: ["_exit", "_Exit", "exit"]
    )
    func wholeRecords(way: String) async throws {
        let shim = try await WatchedDisk.build(memory.path("disk.so"))
        for round in 0..<8 {
            let root = memory.path("\(way).\(round)")
            try FileManager.default.createDirectory(
                atPath: root,
                withIntermediateDirectories: true
            )
            let trace = root + ".trace"
            let run = try await ProgramRun.run(
                "/usr/bin/python3",
                ["-c", Self.program, root, trace, way],
                environment: ["LD_PRELOAD": shim, "DISK_ROOT": root, "DISK_TRACE": trace]
            )
            #expect(run.exitCode == 74, "\(run.errorOutput)")
            let record = try DiskTrace(path: trace, root: root)
            #expect(record.events.count > 4)
            try FileManager.default.removeItem(atPath: trace)
        }
    }
}
