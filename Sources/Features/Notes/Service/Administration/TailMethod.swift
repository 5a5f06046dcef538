internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import ProtobufCoding
internal import Records
internal import Serving
internal import TTRPC

extension NoteAdministrationMethods {
    func tail(_ method: AdministrationAPI.Tail) -> AdministrationRoute {
        AdministrationRoute(method) { router in
            router.serverStream(TTRPC.MethodDescriptor(method)) {
                (request: TailRequest, writer: StreamWriter<TailEvent>, call) in
                let person = try endpoint.access.operator(on: call.connection)
                call.connection.markAuthenticated()
                if request.revealSenders {
                    try await endpoint.change(for: .vital) { store, context throws(DomainError) in
                        try store.record(person, "tail --reveal-senders", context)
                    }
                }
                let tail = tails.open()
                defer { tail.close() }
                try await writer.send(TailEvent(kind: .started, at: now))
                while let batch = await tail.next() {
                    try await send(batch, of: request, to: writer)
                }
            }
        }
    }

    private func send(
        _ batch: Tail.Batch,
        of request: TailRequest,
        to writer: StreamWriter<TailEvent>
    ) async throws {
        if batch.isSignOfLife { try await writer.send(TailEvent(kind: .alive)) }
        for event in batch.events {
            let shown = try statusThrowing { () throws(DomainError) in
                try describe(event, isRevealing: request.revealSenders)
            }
            if let shown { try await writer.send(shown) }
        }
        if batch.missedCount > 0 {
            try await writer.send(
                TailEvent(kind: .missed, at: now, missedCount: batch.missedCount)
            )
        }
    }

    private var now: Timestamp { Timestamp(dependencies.context.now.toTheMinute) }

    /// What is told of an event; nil if what it was about is gone already.
    private func describe(
        _ event: any StoreEvent,
        isRevealing: Bool
    ) throws(DomainError) -> TailEvent? {
        try dependencies.store.read { store throws(DomainError) in
            guard let event = event as? NoteEvent, let user = try store.user(event.user) else {
                return nil
            }
            var shown = TailEvent(
                userID: user.id.opaque.bytes,
                username: user.username.text,
                at: now
            )
            switch event {
            case .received(let id, _):
                guard let note = try store.receivedNote(id, of: user.number) else { return nil }
                shown.kind = .received
                shown.messageID = id.opaque.bytes
                shown.characterCount = UInt32(clamping: note.content.text.count)
                shown.isAnonymous = note.sender == .anonymous
                if !shown.isAnonymous { shown.senderName = note.sender.displayName }
                if isRevealing {
                    shown.sender = try store.sender(of: id, receivedBy: user.number)
                        .map { NoteletAPI.NoteSender($0) }
                }
            case .answered(let id, _):
                guard let note = try store.receivedNote(id, of: user.number) else { return nil }
                shown.kind = .answered
                shown.messageID = id.opaque.bytes
                shown.characterCount = UInt32(clamping: note.answer?.content.text.count ?? 0)
            case .blocked:
                shown.kind = .blocked
            case .reported(let number, _):
                guard let report = try store.report(number) else { return nil }
                shown.kind = .reported
                shown.reportNumber = number
                shown.reason = NoteletAPI.ReportReason(report.reason)
            }
            return shown
        }
    }
}

extension MessageReading {
    /// The note that this user received under this id.
    fileprivate func receivedNote(
        _ id: MessageID,
        of user: UserNumber
    ) throws(DomainError) -> NoteRules.ReceivedMessage? {
        guard case .received(let note)? = try message(id, of: user) else { return nil }
        return note
    }
}
