/// The names under which Redis keeps things: a user by eight bytes, and a note by sixteen.
enum RedisKey {
    /// Bytes of a note's id.
    static let idByteCount = MemoryLayout<UInt128>.size

    /// The list of whole notes that a user received, newest first.
    static func received(by user: Int) -> [UInt8] { key("r", user) }
    /// The list of the ids of the notes that a user sent, newest first.
    static func sent(by user: Int) -> [UInt8] { key("s", user) }
    /// One note.
    static func note(_ id: UInt128) -> [UInt8] { Array("m:".utf8) + BigEndian.bytes(of: id) }

    /// Puts another user into a key at a place in a command.
    static func setUser(_ user: Int, in bytes: inout [UInt8], at key: Range<Int>) {
        BigEndian.store(UInt64(user), in: &bytes, at: key.lowerBound + 2)
    }

    private static func key(_ kind: String, _ user: Int) -> [UInt8] {
        Array("\(kind):".utf8) + BigEndian.bytes(of: UInt64(user))
    }
}
