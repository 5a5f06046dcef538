import CommandLineInterface
import Glibc
import OperatingSystem
import OperatorCommands
import StoreTools
import TextForms

/// A file that a dump goes to, in its place only when it is whole and durable.
final class OutputFile: DumpOutput {
    private let path: String
    private var file: FileReplacement?

    /// Begins a file; unless `isReplacing` there must be none.
    init(path: String, isReplacing: Bool) throws {
        guard isReplacing || access(path, F_OK) != 0 else {
            throw CommandFailure(
                .refused,
                "\(path) exists: name another file, or give --force to replace it."
            )
        }
        self.path = path
        do throws(SystemError) {
            file = try FileReplacement(at: path)
        } catch {
            throw StoreToolError.system(path: path, error.number).failure(of: path)
        }
    }

    func write(_ bytes: [UInt8]) throws(StoreToolError) {
        do throws(SystemError) {
            switch file {
            case .some(let file): try file.write(bytes)
            case .none: preconditionFailure("A finished file takes no more.")
            }
        } catch {
            throw .system(path: path, error.number)
        }
    }

    /// Makes the file durable and gives it its name.
    func finish() throws(StoreToolError) {
        guard let file = file.take() else { return }
        do throws(SystemError) {
            try file.finish()
        } catch {
            throw .system(path: path, error.number)
        }
    }
}

/// Standard output, as a dump goes there: byte for byte, but to a terminal, where what people wrote
/// shows nothing that turns the order of words or hides.
final class StandardOutput: DumpOutput {
    func write(_ bytes: [UInt8]) throws(StoreToolError) {
        let output = TextOutput.standard
        do throws(TextOutput.Failure) {
            try output.write(bytes: output.isTerminal ? JSONText.showable(bytes) : bytes)
        } catch {
            switch error {
            case .closed: throw .outputClosed
            case .system(let number): throw .system(path: "standard output", number)
            }
        }
    }
}
