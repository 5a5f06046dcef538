/// Fills Redis with the notes that the store of Notelet is filled with.
///
/// The lists grow by several notes a command, which leaves them as single commands would have.
struct RedisPreload {
    private let plan: PreloadPlan

    /// Commands on their way at a time.
    private static let batchCount = 16

    /// Prepares to write the notes of a plan.
    init(_ plan: PreloadPlan) {
        self.plan = plan
    }

    /// Writes all notes, each user's together, in the order in which he received them.
    func run(on connection: inout RedisConnection) throws {
        let content = Array(plan.corpus.text(at: 0).utf8)
        var commands: [[UInt8]] = []
        for receiver in 0..<plan.userCount {
            let senders = plan.messages(ofReceiverAt: receiver).map {
                (id: UInt128($0), user: plan.correspondents(ofMessage: $0).sender)
            }
            guard !senders.isEmpty else { continue }
            var notes = RESPWriter(partCount: 1 + 2 * senders.count)
            var list = RESPWriter(partCount: 2 + senders.count)
            notes.write(Array("MSET".utf8))
            list.write(Array("LPUSH".utf8))
            list.write(RedisKey.received(by: receiver))
            for (id, user) in senders {
                let record = RedisSend.record(id: id, from: user, to: receiver, content)
                notes.write(RedisKey.note(id))
                notes.write(record)
                list.write(record)
                var sent = RESPWriter(partCount: 3)
                sent.write(Array("LPUSH".utf8))
                sent.write(RedisKey.sent(by: user))
                sent.write(BigEndian.bytes(of: id))
                commands.append(sent.bytes)
            }
            commands += [notes.bytes, list.bytes]
            if commands.count >= Self.batchCount * senders.count {
                try connection.call(commands)
                commands.removeAll(keepingCapacity: true)
            }
        }
        try connection.call(commands)
    }
}
