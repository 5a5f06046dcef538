internal import TextForms

/// Why a call failed, as it travels: a code, a sentence, and what programs read.
package struct ConnectError: Error, Hashable, Sendable {
    /// Which kind of failure it is.
    package let code: ConnectCode
    /// What a developer should read; may be empty.
    package let message: String
    /// Typed messages for programs.
    package let details: [Detail]

    /// A typed message within an error.
    package struct Detail: Hashable, Sendable {
        /// The full name of the type, such as `google.rpc.RetryInfo`.
        package let type: String
        /// The encoded message.
        package let value: [UInt8]
        /// The same as JSON, for people and for clients without the type; nil where there is none.
        package let json: [UInt8]?

        /// Joins a message to its type.
        package init(type: String, value: [UInt8], json: [UInt8]? = nil) {
            self.type = type
            self.value = value
            self.json = json
        }
    }

    /// Creates an error.
    package init(_ code: ConnectCode, _ message: String = "", details: [Detail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// The JSON of the error, as the protocol's "Error" has it: the body of a unary call that
    /// failed, always as `application/json`.
    package var json: [UInt8] {
        var json: [UInt8] = []
        append(to: &json)
        return json
    }

    func append(to json: inout [UInt8]) {
        json.append(contentsOf: #"{"code":""#.utf8)
        json.append(contentsOf: code.name.utf8)
        json.append(UInt8(ascii: "\""))
        if !message.isEmpty {
            json.append(contentsOf: #","message":"#.utf8)
            JSONText.append(message, to: &json, escaping: .controls)
        }
        if !details.isEmpty {
            json.append(contentsOf: #","details":["#.utf8)
            for (index, detail) in details.enumerated() {
                if index > 0 { json.append(UInt8(ascii: ",")) }
                detail.append(to: &json)
            }
            json.append(UInt8(ascii: "]"))
        }
        json.append(UInt8(ascii: "}"))
    }
}

extension ConnectError.Detail {
    fileprivate func append(to json: inout [UInt8]) {
        json.append(contentsOf: #"{"type":"#.utf8)
        JSONText.append(type, to: &json, escaping: .controls)
        json.append(contentsOf: #","value":""#.utf8)
        var text: [UInt8] = []
        Base64Text.append(value.span, to: &text)
        // The protocol has base64 here without what fills up its end.
        json.append(contentsOf: text.prefix { $0 != UInt8(ascii: "=") })
        json.append(UInt8(ascii: "\""))
        if let debug = self.json {
            json.append(contentsOf: #","debug":"#.utf8)
            json.append(contentsOf: debug)
        }
        json.append(UInt8(ascii: "}"))
    }
}
