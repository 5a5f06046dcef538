import NoteletAPI
import ProtobufCoding

/// What can be decoded must come back the same when it is encoded and decoded again.
enum MessageFuzzing {
    /// Small ones: short inputs reach what lies behind them.
    private static let limits = ProtobufDecodingLimits(
        depthMax: 6,
        elementCountMax: 12,
        unknownFieldCountMax: 12
    )

    static func runRequests(_ bytes: UnsafeRawBufferPointer) {
        run(bytes, MessageTypes.requests)
    }

    static func runReplies(_ bytes: UnsafeRawBufferPointer) {
        run(bytes, MessageTypes.replies)
    }

    private static func run(
        _ bytes: UnsafeRawBufferPointer,
        _ types: [any ContractMessage.Type]
    ) {
        guard let first = bytes.first else { return }
        let type = types[Int(first) % types.count]
        check(type, bytes.bytes.extracting(1...), ProtobufDecoder(limits: limits))
    }

    private static func check<Message: ContractMessage>(
        _ type: Message.Type,
        _ bytes: RawSpan,
        _ decoder: ProtobufDecoder
    ) {
        guard let message = try? decoder.decode(type, from: bytes) else { return }
        do {
            let encoded = try ProtobufEncoder().encode(message)
            let again = try decoder.decode(type, from: encoded)
            precondition(again == message, "\(type): another message came back.")
            let encodedAgain = try ProtobufEncoder().encode(again)
            precondition(encodedAgain == encoded, "\(type): other bytes came back.")
        } catch {
            preconditionFailure("\(type): what was decoded cannot be coded again: \(error)")
        }
    }
}
