internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// What the service answered last to a question.
struct KeptAnswer<Value: Sendable>: Sendable {
    let value: Value
    /// Whether there is another one by now, by what was done here.
    let isOld: Bool
}

extension CopyTables {
    /// How long an answer is that is kept; longer ones are asked for each time.
    private static let answerByteCountMax = 1 << 20

    /// What was answered last; nil where nothing is kept.
    func answer<Reply, Value>(
        to question: Question<Reply, Value>
    ) throws(SQLiteError) -> KeptAnswer<Value>? {
        guard let name = question.name else { return nil }
        let sql = "SELECT is_old, body FROM answers WHERE question = ?"
        let kept = try connection.first(sql, .text(name)) { (row) throws(SQLiteError) in
            (try row.bool(at: 0), try row.blob(at: 1))
        }
        guard let (isOld, body) = kept else { return nil }
        let reply = try decoded(Reply.self, from: body)
        let value = try shown { () throws(AppError) in try question.shown(reply) }
        return KeptAnswer(value: value, isOld: isOld)
    }

    /// Keeps an answer.
    ///
    /// - Parameters:
    ///   - reply: The answer.
    ///   - question: The question.
    ///   - isOld: Whether there is another one by now.
    /// - Throws: `SQLiteError`.
    func keep<Reply, Value>(
        _ reply: Reply,
        to question: Question<Reply, Value>,
        isOld: Bool
    ) throws(SQLiteError) {
        guard let name = question.name, try !isLeft() else { return }
        let body = try encoded(reply)
        guard body.count <= Self.answerByteCountMax else {
            _ = try connection.run("DELETE FROM answers WHERE question = ?", .text(name))
            return
        }
        _ = try connection.run(
            "INSERT OR REPLACE INTO answers (question, is_old, body) VALUES (?, ?, ?)",
            .text(name),
            .bool(isOld),
            .blob(body)
        )
        changed.insert(.answers)
    }

    /// Has an answer that is kept be another one, as it will be once it is asked for again.
    ///
    /// - Parameters:
    ///   - name: By what it is kept.
    ///   - empty: What it is changed from where nothing is kept.
    ///   - change: Changes it.
    /// - Throws: `SQLiteError`.
    func changeAnswer<Reply: Codable>(
        _ name: String,
        orElse empty: Reply,
        _ change: (inout Reply) -> Void
    ) throws(SQLiteError) {
        if try isLeft() { return }
        let sql = "SELECT body FROM answers WHERE question = ?"
        let body = try connection.first(sql, .text(name)) { (row) throws(SQLiteError) in
            try row.blob(at: 0)
        }
        var reply = empty
        if let body { reply = try decoded(Reply.self, from: body) }
        change(&reply)
        _ = try connection.run(
            "INSERT OR REPLACE INTO answers (question, is_old, body) VALUES (?, 1, ?)",
            .text(name),
            .blob(try encoded(reply))
        )
        changed.insert(.answers)
    }

    /// Notes that something was done by which there may be other answers.
    func noteOldAnswers() throws(SQLiteError) {
        _ = try connection.run("UPDATE answers SET is_old = 1")
        changed.insert(.answers)
    }
}
