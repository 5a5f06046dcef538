import NoteletAPI
import ProtobufCoding

/// What can be read as the JSON of a message has a canonical form, which tells the same.
enum JSONFuzzing {
    /// Small ones: short inputs reach what lies behind them.
    private static let limits = ProtobufDecodingLimits(
        depthMax: 6,
        elementCountMax: 12,
        unknownFieldCountMax: 12
    )

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let type = MessageTypes.all[Int(first) % MessageTypes.all.count]
        let form = type.form
        guard let message = try? form.message(ofJSON: Array(bytes.dropFirst()), limits: limits)
        else { return }
        do {
            let json = try form.json(of: message, limits: limits)
            let again = try form.message(ofJSON: json, limits: limits)
            precondition(again == message, "\(type): the canonical JSON tells something else.")
            let jsonAgain = try form.json(of: again, limits: limits)
            precondition(jsonAgain == json, "\(type): another JSON came back.")
            _ = try ProtobufDecoder(limits: limits).decode(type, from: message)
        } catch {
            preconditionFailure("\(type): what was read is no message: \(error)")
        }
    }
}
