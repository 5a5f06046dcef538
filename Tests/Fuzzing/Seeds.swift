import Foundation
import NoteletAPI
import ProtobufCoding

/// Inputs to start from, made from the golden vectors in Protocol/vectors.
enum Seeds {
    private struct File: Decodable {
        let vectors: [Vector]
        let invalid: [Vector]?
    }

    private struct Vector: Decodable {
        let hex: String
        let message: String?
        let frame: String?
    }

    /// Writes one folder for each target.
    static func write(fromVectorsIn folder: String, to directory: String) throws {
        let frames = try vectors("frames", in: folder)
        let envelopes = try vectors("envelope", in: folder)
        let messages = try vectors("messages", in: folder)
        let connections = (frames + envelopes).compactMap { bytes($0.frame ?? $0.hex) }
        for target in FuzzTarget.allCases {
            let seeds: [[UInt8]]
            switch target {
            case .frames, .serverMachine, .clientMachine:
                seeds = connections + [Array(connections.joined())]
            case .requestEnvelope:
                seeds = envelopes.filter { $0.message == "ttrpc.Request" }.map { bytes($0.hex) }
            case .responseEnvelope:
                seeds = envelopes.filter { $0.message == "ttrpc.Response" }.map { bytes($0.hex) }
            case .requestMessages:
                seeds = messages.compactMap { message($0, MessageTypes.requests) }
            case .replyMessages:
                seeds = messages.compactMap { message($0, MessageTypes.replies) }
            case .jsonMessages:
                seeds = messages.compactMap(json)
            case .domainValues:
                seeds = texts
            case .folding:
                seeds = foldings
            case .records:
                seeds =
                    records + StoredSamples.records.map { [10] + $0 }
                    + messages.flatMap { vector in
                        (0..<9).map { [$0] + bytes(vector.hex) }
                    }
            case .logFiles:
                seeds = StoredSamples.logs
            case .dumpLines:
                seeds = StoredSamples.lines
            case .dumpRecords, .dumps:
                seeds = StoredSamples.dumps
            case .backups:
                seeds = StoredSamples.backups
            case .settings:
                seeds = settings
            case .connectRequests:
                seeds = WebSeeds.requests
            case .connectEnvelopes:
                seeds = WebSeeds.envelopes
            case .gzip:
                seeds = WebSeeds.compressed
            case .pageForms:
                seeds = WebSeeds.forms
            case .cookies:
                seeds = WebSeeds.cookies
            case .forwarding:
                seeds = WebSeeds.ways
            }
            try write(seeds, to: directory + "/" + target.rawValue)
        }
    }

    private static func vectors(_ name: String, in folder: String) throws -> [Vector] {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name).json"))
        let file = try JSONDecoder().decode(File.self, from: data)
        return file.vectors + (file.invalid ?? [])
    }

    private static func write(_ seeds: [[UInt8]], to directory: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        for (index, seed) in seeds.enumerated() {
            try Data(seed).write(to: URL(fileURLWithPath: "\(directory)/\(index)"))
        }
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count - 1, by: 2).map { index in
            UInt8(digits[index] << 4 | digits[index + 1])
        }
    }

    /// The bytes of a message behind the number of its type.
    private static func message(
        _ vector: Vector,
        _ types: [any ContractMessage.Type]
    ) -> [UInt8]? {
        guard
            let index = types.firstIndex(where: { "notelet.v1.\($0)" == vector.message ?? "" })
        else { return nil }
        return [UInt8(index)] + bytes(vector.hex)
    }

    /// A message as JSON, behind the number of its type; nil where the bytes are no message.
    private static func json(_ vector: Vector) -> [UInt8]? {
        guard let message = message(vector, MessageTypes.all), let number = message.first else {
            return nil
        }
        let form = MessageTypes.all[Int(number)].form
        return (try? form.json(of: Array(message[1...]))).map { [number] + $0 }
    }

    private static let texts: [[UInt8]] = {
        let link = "https://app.anonymous-message.com/receive/q183vDjRWeJq83v8SNFZ4mg"
        let token = String(repeating: "Zx3J9mS0Qk2rT1vB", count: 4)
        let texts = [
            "\u{0}\(token)", "\u{1}Zg", "\u{2}민지", "\u{3}minji@example.com", "\u{4} 안녕 \n",
            "\u{5}https://example.com/a.png", "\u{6}민지\nminji@example.com\ncorrect horse battery",
            "\u{7}\(link)", "\u{7}q183vDjRWeJq83v8SNFZ4m", "\u{8}abcde-fghjk-mnpqr-stvwx",
            "\u{8}01234567-89ab-cdef-0123-456789abcdef", "\u{9} 광고 ",
        ]
        return texts.map { Array($0.utf8) }
    }()

    private static let foldings: [[UInt8]] = [
        "spam\nThis is SPAM!", "광고 전화\n광고\t \u{3000}전화", "caf\u{E9}\nstrasse\nCAFE\u{301} Straße",
        "ὈΔΌΣ\n한\n\u{1112}\u{1161}\u{11ab} \u{200d}\u{fe0f}", "đường\nĐƯỜNG ПРИВЕТ ŉ \u{2126}",
    ].map { Array($0.utf8) }

    private static let settings: [[UInt8]] = [
        "\u{0}# A file.\ntime = 250ms\nsize=64KiB\nnumbers = 1\nnumbers = 65535\n\nshare = 0.5\n",
        "\u{1}do\n--time\n7d\n-n1\n-n=2\n-q\n--share=1\n--\n-x", "\u{1}--file=x", "\u{1}help\ndo",
        "\u{2}tcp://[::1]:7575", "\u{2}unix:///run/x.sock", "\u{2}tls://example.com:0",
        "\u{2}http://127.0.0.1:9090/",
    ].map { Array($0.utf8) }

    /// A received note without and with its answer, sent notes in both places, a change, a reply.
    private static let records: [[UInt8]] = {
        let id = "0a10" + String(repeating: "a5", count: 16)
        let note = id + "1203616263" + "1a0608c0ce9fd106" + "2203616263"
        let answer = "3a0d" + "1203616263" + "120608c0ce9fd106"
        let header = "00" + String(repeating: "b6", count: 16)
        let time = "00000193b1e4a000"
        return [
            "06" + header + "0028" + note, "06" + header + "0028" + note + answer,
            "07" + header + time + "0003616263",
            "07" + "0f" + header.dropFirst(2) + time + String(repeating: "c7", count: 16)
                + "0003616263" + "0003616263" + time + "616263",
            "08" + "01" + "0000000000000005", "08" + "04" + String(repeating: "d8", count: 16),
            "05" + "02" + "aabb" + "0a0161",
        ].map(bytes)
    }()
}
