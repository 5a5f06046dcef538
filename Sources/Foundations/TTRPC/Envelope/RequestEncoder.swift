/// The parts of a `ttrpc.Request` that a client sends; sized first, then written once.
struct RequestParts {
    /// Fields 1 and 2, encoded ahead of time.
    let method: MethodDescriptor
    /// How long the caller waits, 0 for ever.
    let timeoutNanoseconds: Int64
    /// What travels beside the request.
    let metadata: Metadata
    /// What lengthens the message; nil leaves it as it is.
    var padding: FramePadding?

    /// The size of the body around a payload of `payloadByteCount`, padding included.
    func byteCount(payloadByteCount: Int) -> Int {
        bareByteCount(payloadByteCount + paddingByteCount(payloadByteCount))
    }

    private func bareByteCount(_ payloadByteCount: Int) -> Int {
        method.encodedNames.count
            + FieldSize.optionalBytes(payloadByteCount)
            + FieldSize.optionalInteger(timeoutNanoseconds)
            + metadata.pairs.reduce(0) { $0 + FieldSize.bytes($1.encodedByteCount) }
    }

    private func paddingByteCount(_ payloadByteCount: Int) -> Int {
        padding?.fieldByteCount(behind: payloadByteCount) { byteCount in
            FrameHeader.byteCount + bareByteCount(byteCount)
        } ?? 0
    }

    /// Appends the body, its fields in the order of their numbers as Go writes them.
    func encode(payload: RawSpan, into output: inout OutputRawSpan) {
        method.encodedNames.withRawSpan { output.append(copying: $0) }
        let paddingByteCount = paddingByteCount(payload.byteCount)
        if payload.byteCount + paddingByteCount > 0 {
            output.append(field: 3, byteCount: payload.byteCount + paddingByteCount)
            output.append(copying: payload)
            padding?.encode(byteCount: paddingByteCount, into: &output)
        }
        output.append(field: 4, integer: timeoutNanoseconds)
        for pair in metadata.pairs {
            output.append(field: 5, byteCount: pair.encodedByteCount)
            output.append(field: 1, text: pair.key)
            output.append(field: 2, text: pair.value)
        }
    }

    /// Throws if there is more metadata than `limits` allow.
    func check(_ limits: WireLimits) throws(RPCError) {
        let pairs = metadata.pairs
        guard pairs.count <= limits.metadataPairCountMax else {
            let limit = limits.metadataPairCountMax
            throw RPCError(EnvelopeError.tooManyMetadataPairs(limit: limit).status)
        }
        guard pairs.reduce(0, { $0 + $1.encodedByteCount }) <= limits.metadataByteCountMax else {
            let limit = limits.metadataByteCountMax
            throw RPCError(EnvelopeError.tooManyMetadataBytes(limit: limit).status)
        }
    }
}

extension Metadata.Pair {
    /// The size of the pair as a message.
    fileprivate var encodedByteCount: Int {
        FieldSize.optionalBytes(key.utf8.count) + FieldSize.optionalBytes(value.utf8.count)
    }
}
