import Glibc

/// The command that sends a note to Redis, built once.
///
/// `EVALSHA script 3 m:ID r:RECEIVER s:SENDER RECORD`. A record is what Notelet keeps of a note:
/// id, sender and receiver, time, a flag, and the content.
struct RedisSend {
    private(set) var bytes: [UInt8]
    private let note: Int
    private let receiver: Range<Int>
    private let sender: Range<Int>
    private let record: Int

    /// Builds the command with numbers that are still to be set.
    init(script: String, content: [UInt8]) {
        var writer = RESPWriter(partCount: 7)
        writer.write(Array("EVALSHA".utf8))
        writer.write(Array(script.utf8))
        writer.write([UInt8(ascii: "3")])
        note = writer.write(RedisKey.note(0)).lowerBound + 2
        receiver = writer.write(RedisKey.received(by: 0))
        sender = writer.write(RedisKey.sent(by: 0))
        record = writer.write(Self.record(id: 0, from: 0, to: 0, content)).lowerBound
        bytes = writer.bytes
    }

    /// Names another note and other people.
    mutating func set(id: UInt128, from user: Int, to other: Int) {
        BigEndian.store(id, in: &bytes, at: note)
        RedisKey.setUser(other, in: &bytes, at: receiver)
        RedisKey.setUser(user, in: &bytes, at: sender)
        BigEndian.store(id, in: &bytes, at: record)
        BigEndian.store(UInt64(user), in: &bytes, at: record + 16)
        BigEndian.store(UInt64(other), in: &bytes, at: record + 24)
        BigEndian.store(UInt64(time(nil)), in: &bytes, at: record + 32)
    }

    /// What Redis keeps of a note.
    static func record(id: UInt128, from user: Int, to other: Int, _ content: [UInt8]) -> [UInt8] {
        BigEndian.bytes(of: id) + BigEndian.bytes(of: UInt64(user))
            + BigEndian.bytes(of: UInt64(other)) + BigEndian.bytes(of: UInt64(time(nil)))
            + [1] + content
    }
}
