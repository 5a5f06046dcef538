internal import Networking

extension ServerConnection {
    /// Answers a call that is not in the table, with an encoded message.
    func answer(_ ticket: CallTicket, _ payload: [UInt8], padding: FramePadding? = nil) {
        answer(ticket, payloadByteCount: payload.count, padding: padding) { output in
            payload.withRawSpan { output.append(copying: $0) }
        }
    }

    /// Answers a call that is not in the table; `encode` appends the message.
    func answer(
        _ ticket: CallTicket,
        payloadByteCount: Int,
        padding: FramePadding? = nil,
        encode: (inout OutputRawSpan) -> Void
    ) {
        let code = respond(
            ticket.id,
            payloadByteCount: payloadByteCount,
            padding: padding,
            encode: encode
        )
        machine.answered(ticket.id, ticket.input)
        record(ticket, code)
    }

    /// Answers a call that is not in the table, with a status.
    func answer(_ ticket: CallTicket, _ status: Status) {
        guard status.code != .ok else { return answer(ticket, []) }
        refuseAtOnce(ticket, status)
    }

    /// Puts a call into the table, to be answered later.
    func deferReply(
        _ ticket: CallTicket,
        _ group: RequestGroup?,
        _ cancellation: CallCancellation?
    ) -> DeferredReply {
        machine.open(ticket.id, .unary(ticket, cancellation), .unary, ticket.input)
        serverLoop.requestDidBegin(in: group)
        armDeadline(ticket.deadline)
        return DeferredReply(to: ticket.id, in: group, on: self)
    }

    /// Answers a call whose reply was deferred; one that has ended meanwhile only makes room.
    func answer(
        _ id: StreamID,
        in group: RequestGroup?,
        _ outcome: Result<[UInt8], RPCError>,
        padding: FramePadding? = nil
    ) {
        serverLoop.requestDidEnd(in: group)
        machine.unaryDidFinish()
        guard let call = machine.finish(id) else { return resumeReading() }
        var code = StatusCode.ok
        switch outcome {
        case .success(let payload):
            code = respond(id, payloadByteCount: payload.count, padding: padding) { output in
                payload.withRawSpan { output.append(copying: $0) }
            }
        case .failure(let error):
            refuse(id, error.status)
            code = error.code
        }
        record(call.ticket, code)
        didEndCall()
    }

    /// Refuses a call that is not in the table.
    func refuseAtOnce(
        _ id: StreamID,
        _ input: ServerConnectionMachine<ServerCall>.Input,
        _ route: Route?,
        _ status: Status,
        since start: UInt64
    ) {
        refuse(id, status)
        machine.answered(id, input)
        record(id, route, status.code, since: start)
    }

    /// Refuses a call that is not in the table.
    func refuseAtOnce(_ ticket: CallTicket, _ status: Status) {
        refuse(ticket.id, status)
        machine.answered(ticket.id, ticket.input)
        record(ticket, status.code)
    }

    /// Sees to what waits for a call to end.
    func didEndCall() {
        resumeReading()
        closeIfDone()
    }

    /// Writes a response that ends a stream with a message, and returns the code it carries.
    func respond(
        _ id: StreamID,
        payloadByteCount: Int,
        padding: FramePadding? = nil,
        encode: (inout OutputRawSpan) -> Void
    ) -> StatusCode {
        let paddingByteCount =
            padding?.fieldByteCount(behind: payloadByteCount) { byteCount in
                FrameHeader.byteCount + ResponseFrame.bodyByteCount(payloadByteCount: byteCount)
            } ?? 0
        let payloadByteCount = payloadByteCount + paddingByteCount
        let bodyByteCount = ResponseFrame.bodyByteCount(payloadByteCount: payloadByteCount)
        guard bodyByteCount <= WireLimits.protocolMessageByteCountMax else {
            refuse(id, .oversizedMessage(byteCount: bodyByteCount))
            return .resourceExhausted
        }
        write(byteCount: FrameHeader.byteCount + bodyByteCount) { output in
            ResponseFrame.encodePrefix(
                streamID: id,
                payloadByteCount: payloadByteCount,
                into: &output
            )
            encode(&output)
            padding?.encode(byteCount: paddingByteCount, into: &output)
        }
        return .ok
    }

    /// Writes a response that ends a stream with a status.
    func refuse(_ id: StreamID, _ status: Status) {
        let status = status.fittingIntoFrame
        let byteCount = FrameHeader.byteCount + ResponseFrame.bodyByteCount(status)
        write(byteCount: byteCount) { output in
            ResponseFrame.encode(status, streamID: id, into: &output)
        }
    }

    /// Writes exactly `byteCount` bytes into the outbound buffer.
    func write(byteCount: Int, _ encode: (inout OutputRawSpan) -> Void) {
        guard !socket.isClosing else { return }
        socket.withOutbound { outbound in
            outbound.append(upTo: byteCount) { output in
                encode(&output)
                precondition(
                    output.byteCount == byteCount,
                    "A message must have the size that was announced for it."
                )
            }
        }
    }
}

extension Status {
    /// The refusal of a message that is too long to send, in the words of Go peers.
    static func oversizedMessage(byteCount: Int) -> Status {
        Status(.resourceExhausted, WireLimits().oversizeMessage(byteCount: byteCount))
    }

    /// The status itself, or one without details and text if it is longer than a frame may be.
    var fittingIntoFrame: Status {
        ResponseFrame.bodyByteCount(self) <= WireLimits.protocolMessageByteCountMax
            ? self : Status(code, "the status is too long to send")
    }
}
