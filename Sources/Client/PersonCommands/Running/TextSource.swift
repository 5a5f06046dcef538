import CommandLineInterface
import Foundation

/// Where the text of a note comes from: the command line, or standard input for `-`.
package enum TextSource {
    /// A note has at most 8 KiB; a little more is read so that the service can say so.
    private static let byteCountMax = 64 << 10

    /// Returns the text of an argument, or what standard input holds.
    package static func text(_ argument: String, _ context: CommandContext) throws -> String {
        guard argument == "-" else { return argument }
        let bytes = try FileHandle.standardInput.read(upToCount: byteCountMax) ?? Data()
        guard let text = String(validating: bytes, as: UTF8.self) else {
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
}
