internal import AccountRules
internal import AccountStorage
internal import Domain
internal import NoteRules
internal import NoteStorage
internal import NoteletAPI
internal import Records
internal import Serving

extension NoteAdministrationMethods {
    func tail(_ method: AdministrationAPI.Tail) -> ServedMethod {
        endpoint.stream(method) { request, person, stream in
            let source = TailSource(
                tail: tails.open(),
                dependencies: dependencies,
                isRevealing: request.revealSenders
            )
            let session = PulledStream(stream: stream, source: source)
            source.tail.attach(
                Tail.Listener(
                    wake: { [weak session] in session?.wake() },
                    beat: { [weak session] in session?.sendHeartbeat() }
                )
            )
            if request.revealSenders {
                startOnceRecorded(session, by: person)
            } else {
                session.start()
            }
            return session
        }
    }

    /// Tells nothing before it is kept that an operator is told who sends.
    private func startOnceRecorded(_ session: PulledStream<TailSource>, by person: Operator) {
        Task {
            do throws(DomainError) {
                try await endpoint.change(for: .vital) { store, context throws(DomainError) in
                    try store.record(person, "tail --reveal-senders", context)
                }
                session.start()
            } catch {
                session.finish(error)
            }
        }
    }
}

/// What an operator who watches is told: first that all is told from here on, then each event.
private struct TailSource: PullSource {
    let tail: Tail
    let dependencies: ServiceDependencies
    /// Whether who sent a note is told.
    let isRevealing: Bool
    private var hasStarted = false

    init(tail: Tail, dependencies: ServiceDependencies, isRevealing: Bool) {
        self.tail = tail
        self.dependencies = dependencies
        self.isRevealing = isRevealing
    }

    mutating func pull() throws(DomainError) -> Pull {
        guard hasStarted else {
            hasStarted = true
            return message(TailEvent(kind: .started, at: now))
        }
        while let item = tail.next() {
            switch item {
            case .event(let event):
                if let shown = try describe(event) { return message(shown) }
            case .missed(let count):
                return message(TailEvent(kind: .missed, at: now, missedCount: count))
            }
        }
        return .wait
    }

    func heartbeat() -> [UInt8]? { encode(TailEvent(kind: .alive)) }

    private func message(_ event: TailEvent) -> Pull { .message(encode(event)) }

    private var now: Timestamp { Timestamp(dependencies.context.now.toTheMinute) }

    /// What is told of an event; nil if what it was about is gone already.
    private func describe(_ event: any StoreEvent) throws(DomainError) -> TailEvent? {
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
