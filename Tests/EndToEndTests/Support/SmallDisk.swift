import Foundation
import OperatingSystem
import TestSupport

/// A file system of a few MiB, mounted where one program alone sees it, so that it goes with that.
struct SmallDisk {
    private let path: String
    private let size: String

    private static let unshare = "/usr/bin/unshare"

    /// Whether the system lets a test mount something.
    static let isPossible: Bool = {
        let process = try? ChildProcess(
            unshare,
            ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
            Surroundings(errorOutput: .nothing)
        )
        return process?.wait(orKillAfter: Patience.limit) == 0
    }()

    /// A disk of a size such as `24m`, in a folder.
    init(at folder: TemporaryDirectory, _ size: String) {
        path = folder.path("disk")
        self.size = size
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Starts a server whose store is on the disk.
    ///
    /// - Parameters:
    ///   - arguments: What follows `--store`.
    ///   - isFilledBetween: Whether a second one is started on the same disk, once that is full,
    ///     when the first one has ended by SIGTERM.
    /// - Returns: The process, whose number is that of the server which is signalled.
    /// - Throws: `ProgramRun.Failure` if it cannot be started.
    func run(_ arguments: [String], filledBetween isFilledBetween: Bool = false) throws
        -> RunningProgram
    {
        let first =
            "\"$@\" & p=$!; trap \"kill -TERM $p\" TERM; wait $p; wait $p; trap - TERM; "
            + "cat /dev/zero > \"$disk/filler\" 2> /dev/null; "
        let script =
            "mount -t tmpfs -o size=\(size) tmpfs \"$0\" && disk=$0; "
            + (isFilledBetween ? first : "") + "exec \"$@\""
        let server = ProgramRun.path(ofProduct: "notelet-server")
        return try start(script, [server, "--store", path + "/store"] + arguments)
    }

    /// Starts a program of this package that has a folder on the disk.
    ///
    /// - Parameters:
    ///   - name: The name of the product.
    ///   - arguments: What goes before the name of the folder.
    ///   - input: What it reads.
    /// - Returns: The process.
    /// - Throws: `ProgramRun.Failure` if it cannot be started.
    func run(_ name: String, _ arguments: [String], input: Pipe) throws -> RunningProgram {
        let script = "mount -t tmpfs -o size=\(size) tmpfs \"$0\" && exec \"$@\""
        let program = ProgramRun.path(ofProduct: name)
        return try start(script, [program] + arguments + [path + "/folder"], input: input)
    }

    private func start(
        _ script: String,
        _ words: [String],
        input: Pipe? = nil
    ) throws -> RunningProgram {
        let words = ["-rm", "/bin/sh", "-c", script, path] + words
        return try RunningProgram(Self.unshare, words, input: input)
    }

    /// Fills the disk of a program to the last page; answers where the file is that does.
    func fill(of program: RunningProgram) throws -> String {
        let filler = "/proc/\(program.processIdentifier)/root\(path)/filler"
        guard FileManager.default.createFile(atPath: filler, contents: nil),
            let file = FileHandle(forWritingAtPath: filler)
        else { throw CocoaError(.fileWriteUnknown) }
        defer { try? file.close() }
        for byteCount in [1 << 20, 1 << 12] {
            while (try? file.write(contentsOf: Data(repeating: 1, count: byteCount))) != nil {}
        }
        return filler
    }
}
