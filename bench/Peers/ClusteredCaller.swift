/// Makes the calls of one connection to the C server, as `NoteletCaller` makes calls.
struct ClusteredCaller: Caller {
    private var draw: CallDraw
    private var send: ClusteredCall
    private var page: ClusteredCall

    /// Makes the calls of one connection, from chances of its own.
    ///
    /// - Parameters:
    ///   - material: What all callers share; all notes are its first text.
    ///   - pageSize: Notes of a page.
    ///   - connection: The index of the connection.
    init(_ material: CallMaterial, pageSize: Int, connection: Int) {
        draw = CallDraw(material, connection: connection)
        send = .send(content: Array(material.corpus.text(at: 0).utf8))
        page = .page(size: pageSize)
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        switch draw.nextOperation() {
        case .history:
            page.set(call: sequence)
            page.set(reader: draw.user)
            output.append(page.bytes)
            return Call(operation: .history, user: draw.user)
        case .send:
            let receiver = draw.nextReceiver()
            send.set(call: sequence)
            send.set(sender: draw.user, receiver: receiver)
            output.append(send.bytes)
            return Call(operation: .send, user: receiver)
        case .signIn, .delivery:
            preconditionFailure("The C server is asked for sends and pages only.")
        }
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: ClusteredReply)? {
        guard let reply = try ClusteredReply.first(in: bytes) else { return nil }
        bytes = UnsafeRawBufferPointer(rebasing: bytes[reply.byteCount...])
        return (reply.call, reply)
    }

    /// A send is answered with the note's id, a history with its notes.
    func answer(to call: Call, in reply: ClusteredReply) -> Answer {
        guard reply.isDone else { return .failed(.wrongAnswer) }
        switch call.operation {
        case .send:
            guard let id = reply.noteID else { break }
            return .receipt(noteID: id)
        case .history:
            guard let count = reply.noteCount else { break }
            return .page(noteCount: count, reply.body)
        case .signIn, .delivery: break
        }
        return .failed(.wrongAnswer)
    }
}
