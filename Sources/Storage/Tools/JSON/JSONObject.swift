internal import Domain

/// The members of a JSON object while they are taken out, each once and none left over.
struct JSONObject {
    private var members: [(name: String, value: JSONValue)]

    /// Takes over the members of a value that must be an object.
    init(_ value: JSONValue) throws(DumpProblem) {
        guard case .object(let members) = value else { throw DumpProblem("it is no object") }
        self.members = members
    }

    /// Takes a value out; nil if there is none.
    mutating func take(_ name: String) -> JSONValue? {
        // Members come in the order in which they are asked for.
        guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
        return members.remove(at: index).value
    }

    /// Refuses members that nobody asked for: what is not understood would be lost.
    func requireEmpty() throws(DumpProblem) {
        if let member = members.first { throw DumpProblem("'\(member.name)' is unknown") }
    }

    /// Takes a text out.
    mutating func text(_ name: String) throws(DumpProblem) -> String {
        try require(name, try optionalText(name))
    }

    /// Takes a text out, if there is one.
    mutating func optionalText(_ name: String) throws(DumpProblem) -> String? {
        try take(name).map { value throws(DumpProblem) in
            guard case .text(let text) = value else { throw DumpProblem("'\(name)' is no text") }
            return text
        }
    }

    /// Takes a whole number out.
    mutating func number(_ name: String) throws(DumpProblem) -> UInt64 {
        try require(name, try optionalNumber(name))
    }

    /// Takes a whole number out, if there is one.
    mutating func optionalNumber(_ name: String) throws(DumpProblem) -> UInt64? {
        try take(name).map { value throws(DumpProblem) in
            guard case .number(let number) = value else {
                throw DumpProblem("'\(name)' is no whole number")
            }
            return number
        }
    }

    /// Takes a yes or a no out.
    mutating func flag(_ name: String) throws(DumpProblem) -> Bool {
        guard case .flag(let flag)? = take(name) else {
            throw DumpProblem("'\(name)' is neither true nor false")
        }
        return flag
    }

    /// Takes a moment out.
    mutating func moment(_ name: String) throws(DumpProblem) -> Instant {
        try require(name, try optionalMoment(name))
    }

    /// Takes a moment out, if there is one.
    mutating func optionalMoment(_ name: String) throws(DumpProblem) -> Instant? {
        try take(name).map { value throws(DumpProblem) in
            switch value {
            case .text(let text):
                if let moment = MomentText.moment(of: text) { return moment }
            case .number(let number):
                if let number = Int64(exactly: number) { return Instant(milliseconds: number) }
            case .negative(let number): return Instant(milliseconds: number)
            default: break
            }
            throw DumpProblem("'\(name)' is no moment")
        }
    }

    /// Takes an id out.
    mutating func id(_ name: String) throws(DumpProblem) -> OpaqueID {
        try require(name, try optionalID(name))
    }

    /// Takes an id out, if there is one.
    mutating func optionalID(_ name: String) throws(DumpProblem) -> OpaqueID? {
        try optionalText(name).map { text throws(DumpProblem) in
            guard let id = OpaqueID(uuid: text) else { throw DumpProblem("'\(name)' is no id") }
            return id
        }
    }

    /// Takes bytes out.
    mutating func binary(_ name: String) throws(DumpProblem) -> [UInt8] {
        try require(name, try optionalBinary(name))
    }

    /// Takes bytes out, if there are any.
    mutating func optionalBinary(_ name: String) throws(DumpProblem) -> [UInt8]? {
        try optionalText(name).map { text throws(DumpProblem) in
            guard let bytes = Base64URL.decode(text) else {
                throw DumpProblem("'\(name)' is not base64url")
            }
            return bytes
        }
    }

    /// Takes an object out, if there is one, and makes something of it.
    mutating func optionalObject<Value>(
        _ name: String,
        _ body: (inout JSONObject) throws(DumpProblem) -> Value
    ) throws(DumpProblem) -> Value? {
        try take(name).map { value throws(DumpProblem) in
            var object = try JSONObject(value)
            let result = try body(&object)
            try object.requireEmpty()
            return result
        }
    }

    private func require<Value>(_ name: String, _ value: Value?) throws(DumpProblem) -> Value {
        guard let value else { throw DumpProblem("'\(name)' is missing") }
        return value
    }
}
