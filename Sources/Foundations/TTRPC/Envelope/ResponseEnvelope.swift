/// A received `ttrpc.Response`: its status, and where its payload lies.
///
///     status = 1 (google.rpc.Status), payload = 2
///
/// Success has no status at all, as Go writes it.
struct ResponseEnvelope: Equatable {
    /// The outcome.
    private(set) var status = Status.ok
    /// The encoded response message, within the body.
    private(set) var payload = 0..<0

    /// Reads the body of a response frame.
    init(reading body: RawSpan) throws(EnvelopeError) {
        var cursor = FieldCursor(0..<body.byteCount)
        while let field = try cursor.next(in: body) {
            switch field {
            case .bytes(1, let range): try status.merge(reading: range, of: body)
            case .bytes(2, let range): payload = range
            default: try cursor.passUnknown()
            }
        }
    }
}

extension Status {
    /// Reads the `google.rpc.Status` at `range`: code = 1, message = 2, details = 3 (repeated).
    mutating func merge(reading range: Range<Int>, of body: RawSpan) throws(EnvelopeError) {
        var cursor = FieldCursor(range)
        while let field = try cursor.next(in: body) {
            switch field {
            case .varint(1, let value):
                code = StatusCode(rawValue: Int32(truncatingIfNeeded: value))
            case .bytes(2, let range):
                guard let text = body.extracting(range).validatedText() else {
                    throw .invalidText(field: "status.message")
                }
                message = text
            case .bytes(3, let range):
                details.append(try StatusDetail(reading: range, of: body))
            default: try cursor.passUnknown()
            }
        }
    }

    /// The size of the status as a message.
    var encodedByteCount: Int {
        FieldSize.optionalInteger(Int64(code.rawValue))
            + FieldSize.optionalBytes(message.utf8.count)
            + details.reduce(0) { $0 + FieldSize.bytes($1.encodedByteCount) }
    }

    /// Appends the status as a message.
    func encode(into output: inout OutputRawSpan) {
        output.append(field: 1, integer: Int64(code.rawValue))
        output.append(field: 2, text: message)
        for detail in details {
            output.append(field: 3, byteCount: detail.encodedByteCount)
            output.append(field: 1, text: detail.typeURL)
            detail.value.withRawSpan { output.append(field: 2, bytes: $0) }
        }
    }
}

extension StatusDetail {
    /// Reads the `google.protobuf.Any` at `range`: type_url = 1, value = 2.
    fileprivate init(reading range: Range<Int>, of body: RawSpan) throws(EnvelopeError) {
        self.init(typeURL: "", value: [])
        var cursor = FieldCursor(range)
        while let field = try cursor.next(in: body) {
            switch field {
            case .bytes(1, let range):
                guard let text = body.extracting(range).validatedText() else {
                    throw .invalidText(field: "status.details.type_url")
                }
                typeURL = text
            case .bytes(2, let range): value = body.extracting(range).copiedBytes()
            default: try cursor.passUnknown()
            }
        }
    }

    fileprivate var encodedByteCount: Int {
        FieldSize.optionalBytes(typeURL.utf8.count) + FieldSize.optionalBytes(value.count)
    }
}
