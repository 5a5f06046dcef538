internal import Domain

extension DumpLine {
    /// Writes a record as a line.
    package func line(
        of row: Row,
        _ senders: DumpSenders,
        _ secrets: StoreSecrets,
        hasContents: Bool = true
    ) -> JSONWriter {
        var line = JSONWriter(leavingOutWrittenTexts: !hasContents)
        line.begin()
        line.write("entity", text)
        write(row, &line, senders, secrets)
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
        _ senders: DumpSenders,
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
        case .own(let form): form.write(row, &line, name, senders, secrets)
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
}

// How they are read.
extension Field {
    /// Reads members into a record; those that are not there must be such as it does not have.
    static func read(
        _ fields: [Field],
        of line: inout JSONReader,
        into blank: Row,
        _ secrets: StoreSecrets
    ) throws(DumpProblem) -> Row {
        var filled = blank
        var absent: UInt64 = 0
        for index in fields.indices {
            let isThere = try fields[index].read(&line, into: &filled, secrets)
            if !isThere { absent |= 1 << UInt64(index) }
        }
        // Asked at last, of a record that nobody changes any more and so nobody copies.
        let row = filled
        while absent != 0 {
            let field = fields[absent.trailingZeroBitCount]
            if field.isWritten(of: row, secrets) {
                throw DumpProblem("'\(field.name)' is missing")
            }
            absent &= absent - 1
        }
        return row
    }

    /// Reads the member into a record, if it comes next; answers whether it does.
    private func read(
        _ line: inout JSONReader,
        into row: inout Row,
        _ secrets: StoreSecrets
    ) throws(DumpProblem) -> Bool {
        if case .withoutSenders = sight { return false }
        switch form {
        case .number(let access):
            guard let value = try line.optionalNumber(name) else { return false }
            try access.set(&row, value, secrets)
        case .flag(let access):
            guard let value = try line.optionalFlag(name) else { return false }
            try access.set(&row, value, secrets)
        case .yes(let access):
            guard try line.optionalYes(name) else { return false }
            try access.set(&row, true, secrets)
        case .text(let access), .written(let access):
            guard let value = try line.optionalText(name) else { return false }
            try access.set(&row, value, secrets)
        case .moment(let access):
            guard let value = try line.optionalMoment(name) else { return false }
            try access.set(&row, value, secrets)
        case .id(let access):
            guard let value = try line.optionalID(name) else { return false }
            try access.set(&row, value, secrets)
        case .binary(let access):
            guard let value = try line.optionalBinary(name) else { return false }
            try access.set(&row, value, secrets)
        case .person(let access):
            guard let value = try line.optionalNumber(name) else { return false }
            try access.set(&row, UserNumber(value), secrets)
        case .place(let access):
            guard let value = try line.optionalPlace(name) else { return false }
            try access.set(&row, value, secrets)
        case .own(let form): return try form.read(&line, name, &row, secrets)
        }
        return true
    }

    /// Whether a line of a record has the member.
    private func isWritten(of row: Row, _ secrets: StoreSecrets) -> Bool {
        if case .withoutSenders = sight { return false }
        return switch form {
        case .number(let access): access.get(row, secrets) != nil
        case .flag(let access): access.get(row, secrets) != nil
        case .yes(let access): access.get(row, secrets) == true
        case .text(let access), .written(let access): access.get(row, secrets) != nil
        case .moment(let access): access.get(row, secrets) != nil
        case .id(let access): access.get(row, secrets) != nil
        case .binary(let access): access.get(row, secrets) != nil
        case .person(let access): access.get(row, secrets) != nil
        case .place(let access): access.get(row, secrets) != nil
        case .own(let form): form.isThere(row, secrets)
        }
    }
}

extension JSONReader {
    fileprivate mutating func optionalPlace(_ name: StaticString) throws(DumpProblem) -> Place? {
        try optionalObject(name) { place throws(DumpProblem) in
            Place(UserNumber(try place.number("user")), Sequence(try place.number("seq")))
        }
    }
}
