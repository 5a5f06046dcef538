internal import Domain

extension DumpLine {
    /// Writes a record as a line.
    func line(
        of row: Row,
        _ senders: DumpSelection.Senders,
        _ secrets: StoreSecrets,
        hasContents: Bool = true
    ) -> JSONWriter {
        var line = JSONWriter(leavingOutWrittenTexts: !hasContents)
        line.begin()
        line.write("entity", text)
        for field in fields { field.write(row, to: &line, senders, secrets) }
        line.end()
        return line
    }
}

// How members of lines are written.
extension Field {
    /// Writes the member, if the dump shows it and the record has it.
    func write(
        _ row: Row,
        to line: inout JSONWriter,
        _ senders: DumpSelection.Senders,
        _ secrets: StoreSecrets
    ) {
        switch (sight, senders) {
        case (.withSenders, .leftOut), (.withoutSenders, .revealed): return
        case (.always, _), (.withSenders, .revealed), (.withoutSenders, .leftOut): break
        }
        switch form {
        case .number(let access): line.write(name, number: access.get(row, secrets))
        case .flag(let access):
            if let flag = access.get(row, secrets) { line.write(name, flag: flag) }
        case .yes(let access):
            if access.get(row, secrets) == true { line.write(name, flag: true) }
        case .text(let access): line.write(name, access.get(row, secrets))
        case .written(let access): line.write(name, written: access.get(row, secrets))
        case .moment(let access): line.write(name, moment: access.get(row, secrets))
        case .id(let access): line.write(name, id: access.get(row, secrets))
        case .binary(let access): line.write(name, binary: access.get(row, secrets))
        case .person(let access):
            guard let user = access.get(row, secrets) else { return }
            switch senders {
            case .revealed: line.write(name, number: user.rawValue)
            case .leftOut: line.write(name, id: secrets.identifiers.userID(of: user).opaque)
            }
        case .place(let access): line.write(name, access.get(row, secrets))
        case .answer(let access): line.write(name, access.get(row, secrets))
        case .object(let isThere, _, let fields):
            guard isThere(row) else { return }
            line.write(name) { line in
                for field in fields { field.write(row, to: &line, senders, secrets) }
            }
        }
    }
}

extension JSONWriter {
    /// Writes where something stands in somebody's life.
    fileprivate mutating func write(_ name: StaticString, _ place: Place?) {
        guard let place else { return }
        write(name) { line in
            line.write("user", number: place.user.rawValue)
            line.write("seq", number: place.sequence.rawValue)
        }
    }

    fileprivate mutating func write(_ name: StaticString, _ answer: Answer?) {
        guard let answer else { return }
        write(name) { line in
            line.write("answered_at", moment: answer.answeredAt)
            line.write("content", written: answer.content.text)
        }
    }
}

// How they are read.
extension Field {
    /// Reads the member into a record, if it comes next.
    ///
    /// - Throws: That it is missing or wrong.
    func read(
        _ line: inout JSONReader,
        into row: inout Row,
        _ secrets: StoreSecrets
    ) throws(DumpProblem) {
        if case .withoutSenders = sight { return }
        switch form {
        case .number(let access): try put(try line.optionalNumber(name), access, &row, secrets)
        case .flag(let access): try put(try line.optionalFlag(name), access, &row, secrets)
        case .yes(let access):
            let isThere = try line.optionalYes(name)
            if isThere || access.get(row, secrets) == true {
                try put(isThere ? true : nil, access, &row, secrets)
            }
        case .text(let access), .written(let access):
            try put(try line.optionalText(name), access, &row, secrets)
        case .moment(let access): try put(try line.optionalMoment(name), access, &row, secrets)
        case .id(let access): try put(try line.optionalID(name), access, &row, secrets)
        case .binary(let access): try put(try line.optionalBinary(name), access, &row, secrets)
        case .person(let access):
            let number = try line.optionalNumber(name)
            try put(number.map(UserNumber.init), access, &row, secrets)
        case .place(let access): try put(try line.optionalPlace(name), access, &row, secrets)
        case .answer(let access): try put(try line.optionalAnswer(name), access, &row, secrets)
        case .object(_, let begin, let fields):
            var part = row
            let isThere = try line.optionalObject(name) { line throws(DumpProblem) in
                begin(&part)
                for field in fields { try field.read(&line, into: &part, secrets) }
                return true
            }
            if isThere == true { row = part }
        }
    }

    /// Puts a value into a record; one that is not there must not be one that would be written.
    private func put<Value>(
        _ value: Value?,
        _ access: Access<Row, Value>,
        _ row: inout Row,
        _ secrets: StoreSecrets
    ) throws(DumpProblem) {
        if let value { return try access.set(&row, value, secrets) }
        if access.get(row, secrets) != nil { throw DumpProblem("'\(name)' is missing") }
    }
}

extension JSONReader {
    fileprivate mutating func optionalPlace(_ name: StaticString) throws(DumpProblem) -> Place? {
        try optionalObject(name) { place throws(DumpProblem) in
            Place(UserNumber(try place.number("user")), Sequence(try place.number("seq")))
        }
    }

    fileprivate mutating func optionalAnswer(_ name: StaticString) throws(DumpProblem) -> Answer? {
        try optionalObject(name) { answer throws(DumpProblem) in
            let answeredAt = try answer.moment("answered_at")
            return Answer(
                content: Content(stored: try answer.text("content")),
                answeredAt: answeredAt
            )
        }
    }
}
