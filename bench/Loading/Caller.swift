/// What one connection speaks: makes its calls, and reads the answers.
///
/// Lanes and load threads are generic over it, so that a call costs no dynamic dispatch.
protocol Caller: ~Copyable, SendableMetatype {
    /// One answer, as it lies in the bytes that have arrived.
    associatedtype Reply

    /// Draws the next call and adds its request to what the connection is about to send.
    ///
    /// - Parameters:
    ///   - output: Where the request goes.
    ///   - sequence: The number of the call on its connection, counted upwards from 0.
    ///   - start: When the call is made, or was meant to be.
    /// - Returns: What the answer is checked against.
    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call

    /// Takes the first reply from the front of `bytes`; nil if none is whole.
    ///
    /// - Returns: The reply, and the number of the call that it answers.
    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: Reply)?

    /// Reads the reply to a call.
    func answer(to call: Call, in reply: Reply) -> Answer
}

/// One call that was made, and what its answer is checked against.
struct Call {
    var operation: Operation
    /// Who receives a note, or whose history is read, or who signs in.
    var user: Int
    /// The number of a note.
    var number: UInt64 = 0
}

/// What a reply says, whatever it was written in.
enum Answer {
    /// A note was taken, and is durable under this id.
    case receipt(noteID: UInt128)
    /// A page of so many notes, and its bytes.
    case page(noteCount: Int, UnsafeRawBufferPointer)
    /// A session, in its bytes.
    case session(UnsafeRawBufferPointer)
    /// The call was refused, or the reply is not one to it.
    case failed(Tally.Failure)
}

/// The bytes of a connection are not of its protocol.
struct BrokenReply: Error {}
