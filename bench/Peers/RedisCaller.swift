/// Makes the commands of one connection to Redis, as `NoteletCaller` makes calls.
///
/// Each command is built once; from call to call only numbers in it change. Redis answers in the
/// order of the commands, so that the number of a reply is that of its command.
struct RedisCaller: Caller {
    private var draw: CallDraw
    private var nextID = UInt128.random(in: 0 ... .max)
    private var send: RedisSend
    private var history: [UInt8]
    private let historyUser: Range<Int>
    private var replyCount = 0

    /// Makes the commands of one connection, from chances of its own.
    ///
    /// - Parameters:
    ///   - material: What all callers share; all notes are its first text.
    ///   - pageSize: Notes of a page.
    ///   - script: The digest under which Redis knows the script of a send.
    ///   - connection: The index of the connection.
    init(_ material: CallMaterial, pageSize: Int, script: String, connection: Int) {
        draw = CallDraw(material, connection: connection)
        send = RedisSend(script: script, content: Array(material.corpus.text(at: 0).utf8))
        var writer = RESPWriter(partCount: 4)
        writer.write(Array("LRANGE".utf8))
        historyUser = writer.write(RedisKey.received(by: 0))
        writer.write([UInt8(ascii: "0")])
        writer.write(Array("\(pageSize - 1)".utf8))
        history = writer.bytes
    }

    mutating func makeCall(_ output: inout ByteBuffer, sequence: Int, start: UInt64) -> Call {
        switch draw.nextOperation() {
        case .history:
            RedisKey.setUser(draw.user, in: &history, at: historyUser)
            output.append(history)
            return Call(operation: .history, user: draw.user)
        case .send:
            let receiver = draw.nextReceiver()
            send.set(id: nextID, from: draw.user, to: receiver)
            nextID &+= 1
            output.append(send.bytes)
            return Call(operation: .send, user: receiver)
        case .signIn, .delivery:
            preconditionFailure("Redis is asked for sends and pages only.")
        }
    }

    mutating func nextReply(
        in bytes: inout UnsafeRawBufferPointer
    ) throws(BrokenReply) -> (sequence: Int, reply: RedisReply)? {
        switch RESPReply(reading: bytes) {
        case .incomplete: return nil
        case .malformed: throw BrokenReply()
        case .reply(let content, let byteCount):
            let reply = RedisReply(
                content: content,
                bytes: UnsafeRawBufferPointer(rebasing: bytes[..<byteCount])
            )
            bytes = UnsafeRawBufferPointer(rebasing: bytes[byteCount...])
            replyCount += 1
            return (replyCount - 1, reply)
        }
    }

    /// A send is answered with the note's id, a history with its notes.
    func answer(to call: Call, in reply: RedisReply) -> Answer {
        switch (call.operation, reply.content) {
        case (.send, .bulk(let id)) where id.count == RedisKey.idByteCount:
            let id = reply.bytes.loadUnaligned(fromByteOffset: id.lowerBound, as: UInt128.self)
            return .receipt(noteID: UInt128(bigEndian: id))
        case (.history, .array(let count)): return .page(noteCount: count, reply.bytes)
        default: return .failed(.wrongAnswer)
        }
    }
}

/// A whole reply of Redis, and the bytes that it lies in.
struct RedisReply {
    let content: RESPReply.Content
    let bytes: UnsafeRawBufferPointer
}
