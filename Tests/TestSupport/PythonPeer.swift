package import Foundation
import OperatingSystem

/// Google's protobuf for Python, as the judge of what this package encodes and decodes.
///
/// Each call starts one Python process for a whole batch: some 0.2 s, whatever the count.
package struct PythonPeer {
    /// The folder of the .proto files; all files in and below it are compiled.
    package let protoDirectory: URL

    /// What Python makes of a message.
    package struct Reply: Sendable, Equatable {
        /// The message as Python writes it: fields by number, map entries by key.
        package let bytes: [UInt8]
        /// The message as protobuf JSON on one line, names as in the .proto file, keys sorted.
        package let json: String
    }

    /// Something that kept Python from answering.
    package struct Failure: Error, CustomStringConvertible {
        /// What went wrong, and what to do.
        package let description: String
    }

    /// Uses the .proto files of a folder.
    package init(protoDirectory: URL) {
        self.protoDirectory = protoDirectory
    }

    /// Parses each message, given with its type, and returns it written anew; throws if Python
    /// refuses one.
    package func canonical(_ messages: [(type: String, bytes: [UInt8])]) throws -> [Reply] {
        let replies = try run(messages.map { "canonical \($0.type) \(Self.text($0.bytes))" })
        guard replies.count == messages.count else {
            throw Failure(description: "\(replies.count) replies to \(messages.count) messages")
        }
        return try zip(messages, replies).map { message, line in
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let bytes = Self.bytes(parts[0]) else {
                throw Failure(description: "python refused \(message.type): \(line)")
            }
            return Reply(bytes: bytes, json: String(parts[1]))
        }
    }

    /// The canonical JSON of each message, given with its type.
    package func json(_ messages: [(type: String, bytes: [UInt8])]) throws -> [String] {
        try run(messages.map { "json \($0.type) \(Self.text($0.bytes))" })
    }

    /// The message that each JSON tells, given with its type; nil where Python refuses it.
    package func parse(_ messages: [(type: String, json: [UInt8])]) throws -> [[UInt8]?] {
        try run(messages.map { "parse \($0.type) \(Self.text($0.json))" })
            .map { Self.bytes($0[...]) }
    }

    /// Makes messages of each type, with random fields set to random values, the same ones for
    /// one seed; the result has an element for each type.
    package func random(
        _ messages: [String],
        count: Int,
        seed: UInt64
    ) throws -> [[[UInt8]]] {
        let lines = try run(messages.map { "random \($0) \(count) \(seed)" })
        guard lines.count == messages.count * count else {
            throw Failure(description: "\(lines.count) messages: \(lines.last ?? "")")
        }
        return try messages.indices.map { index in
            try lines[(index * count)..<((index + 1) * count)].map { line in
                guard let bytes = Self.bytes(line[...]) else { throw Failure(description: line) }
                return bytes
            }
        }
    }

    /// What the .proto files of a package declare, a line each: `message NAME`,
    /// `enum NAME VALUE NUMBER`, `method SERVICE NAME REQUEST RESPONSE unary|serverStreaming`.
    package func declarations(of package: String) throws -> [String] {
        try run(["declarations \(package)"])
    }

    private func run(_ commands: [String]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("python-peer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files and not pipes: a full pipe would stop both sides.
        let input = folder.appendingPathComponent("input")
        let output = folder.appendingPathComponent("output")
        try (commands.joined(separator: "\n") + "\n").write(
            to: input,
            atomically: true,
            encoding: .utf8
        )
        try Data().write(to: output)
        let (reader, writer) = (
            try FileHandle(forReadingFrom: input), try FileHandle(forWritingTo: output)
        )
        defer { for file in [reader, writer] { try? file.close() } }
        let status: Int32?
        do throws(SystemError) {
            status = try ChildProcess(
                "/usr/bin/python3",
                ["-c", Self.script, protoDirectory.path, folder.path],
                Surroundings(
                    input: .descriptor(reader.fileDescriptor),
                    output: .descriptor(writer.fileDescriptor)
                )
            ).wait(orKillAfter: Patience.limit)
        } catch {
            throw Failure(description: "no /usr/bin/python3: `make test` installs it")
        }
        let text = try String(contentsOf: output, encoding: .utf8)
        guard status == 0 else {
            throw Failure(
                description: """
                    python3 failed; if python3-protobuf or protobuf-compiler is missing, \
                    `make test` installs it. \(text.suffix(2_000))
                    """
            )
        }
        return text.split(separator: "\n").map(String.init)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? "-" : Data(bytes).base64EncodedString()
    }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        text == "-" ? [] : Data(base64Encoded: String(text)).map { [UInt8]($0) }
    }
}
