internal import Domain
internal import NoteletAPI
internal import ProtobufCoding

/// What the sender gets back, as an encoded `SendResponse`.
///
/// By hand, for it is made for each note, on the writing thread: a test holds it to the message.
func encodedSendResponse(_ receipt: SentReceipt) -> [UInt8] {
    let id = receipt.message.opaque
    let sentAt = Timestamp(receipt.sentAt)
    var writer = ProtobufWriter(reservingByteCount: 64)
    withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { id in
        writer.writeBytes(id.bytes, field: 1)
    }
    writer.writeTimestamp(seconds: sentAt.seconds, nanos: sentAt.nanos, field: 2)
    return writer.finish()
}
