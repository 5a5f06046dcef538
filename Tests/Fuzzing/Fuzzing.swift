import Glibc

/// Feeds one of the decoders what libFuzzer thinks of: `fuzzing TARGET [libFuzzer's arguments]`.
///
/// `fuzzing list` prints the targets, and `fuzzing seed VECTORS DIRECTORY` makes a corpus for each
/// of them out of the golden vectors. The script `run` beside this file does it all. `main` is
/// libFuzzer's own.
enum Fuzzing {
    private static let arguments = CommandLine.arguments

    /// The target of this run, if the first argument names one.
    fileprivate static let target = arguments.count < 2 ? nil : FuzzTarget(rawValue: arguments[1])

    /// Does what needs no libFuzzer, and returns if a target is to be run.
    fileprivate static func begin() throws {
        if target != nil { return }
        if arguments.dropFirst() == ["list"] {
            for target in FuzzTarget.allCases { print(target.rawValue) }
        } else if arguments.count == 4, arguments[1] == "seed" {
            try Seeds.write(fromVectorsIn: arguments[2], to: arguments[3])
        } else {
            print("usage: fuzzing list | seed VECTORS DIRECTORY | TARGET [ARGUMENT...]")
            exit(2)
        }
        exit(0)
    }
}

/// Puts the target's limit in the place of its name, before libFuzzer reads its arguments; one that
/// stands behind it counts instead.
@_cdecl("LLVMFuzzerInitialize")
func initialize(
    _ argumentCount: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<Int8>?>>
) -> Int32 {
    do {
        try Fuzzing.begin()
    } catch {
        print("fuzzing: \(error)")
        exit(1)
    }
    if let target = Fuzzing.target {
        arguments.pointee[1] = strdup("-max_len=\(target.byteCountMax)")
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func runOneInput(_ bytes: UnsafePointer<UInt8>?, _ byteCount: Int) -> Int32 {
    Fuzzing.target?.run(UnsafeRawBufferPointer(start: bytes, count: byteCount))
    return 0
}
