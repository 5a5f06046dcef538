package import CommandLineInterface
import Foundation

/// Where the content of a note or the like comes from: the command line, or standard input for `-`.
package enum TextSource {
    /// The service takes at most 64 KiB of anything; more is read so that it can say so.
    private static let byteCountMax = 128 << 10

    /// Returns the text of an argument, or what standard input holds.
    package static func text(_ argument: String, _ context: CommandContext) throws -> String {
        guard argument == "-" else { return argument }
        guard let text = String(validating: try bytes(argument), as: UTF8.self) else {
            throw CommandFailure(
                .badData,
                context.phrase(
                    "표준 입력이 UTF-8 텍스트가 아닙니다.",
                    "Standard input is not UTF-8 text."
                )
            )
        }
        return text
    }

    /// Returns the bytes of an argument, or all that standard input holds, text or not.
    package static func bytes(_ argument: String) throws -> [UInt8] {
        guard argument == "-" else { return Array(argument.utf8) }
        return Array(try FileHandle.standardInput.read(upToCount: byteCountMax) ?? Data())
    }
}

extension CommandContext {
    /// Reads a file whose lines are records, which nobody needs to be more than 4 MiB.
    ///
    /// - Parameter path: Which file; `-` is standard input.
    /// - Returns: The file.
    /// - Throws: `CommandFailure` where it cannot be read.
    package func inputFile(_ path: String) throws(CommandFailure) -> InputFile {
        try InputFile(path: path, byteCountMax: 4 << 20) { problem in
            switch problem {
            case .unreadable(let path):
                phrase("\(path.terminalSafe) 파일을 읽을 수 없습니다.", problem.english)
            case .brokenLine(let number, let example):
                phrase("\(number)번째 줄이 \(example)와 같은 형식이 아닙니다.", problem.english)
            }
        }
    }
}
