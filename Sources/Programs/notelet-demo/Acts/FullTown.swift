import NoteletClient

/// Act 2: hundreds of people sign up at once and send each other thousands of real texts.
struct FullTown {
    let scene: Scene
    let leads: Leads
    let texts: Fortunes
    let accountCount: Int

    /// The server hashes two passwords at a time and refuses who would wait for two seconds: six
    /// keep it busy, and wait a tenth of that.
    private static let signUpLimit = 6
    /// Connections that send at a time.
    private static let connectionLimit = 16
    /// Notes under way on each of them.
    private static let pipelineDepth = 16

    /// A note that somebody is going to send.
    private struct Errand: Sendable {
        let content: String
        let receiver: Person
        let signature: Signature
    }

    func perform() async throws -> Town {
        try scene.stage.act("A town full of people")
        let town = try await fill()
        let errands = plan(town)
        try await send(errands, town)
        try await read(town)
        return town
    }

    private func fill() async throws -> Town {
        let address = scene.backstage.address
        let progress = SignUpProgress(countTotal: accountCount)
        defer { progress.clear() }
        let (people, time) = try await timed {
            try await concurrently(Array(0..<accountCount), limit: FullTown.signUpLimit) { index in
                defer { progress.advance() }
                return try await Town.signUp(index, at: address)
            }
        }
        progress.clear()
        try scene.stage.check(
            "\(accountCount.grouped) people sign up, \(FullTown.signUpLimit) at a time",
            Set(people.map(\.user.id)).count,
            is: accountCount,
            note: "\(accountCount.rate(in: time)), Argon2id at 64 MiB each"
        )
        return Town(people: people)
    }

    /// Shares the texts out: each person writes as many, every tenth note goes to 민지, every third
    /// is signed.
    private func plan(_ town: Town) -> [[Errand]] {
        let people = town.people
        var errands: [[Errand]] = Array(repeating: [], count: people.count)
        for (index, text) in texts.texts.enumerated() {
            let sender = index % people.count
            // A step of its own in each round, so that everybody writes to many others.
            let step = 1 + (index / people.count * 7) % (people.count - 1)
            let neighbour = people[(sender + step) % people.count]
            errands[sender].append(
                Errand(
                    content: text,
                    receiver: index % 10 == 9 ? leads.minji : neighbour,
                    signature: index % 3 == 2 ? .username : .anonymous
                )
            )
        }
        return errands
    }

    private func send(_ errands: [[Errand]], _ town: Town) async throws {
        let ledger = scene.ledger
        let work = Array(zip(town.people, errands))
        let (times, total) = try await timed {
            try await concurrently(work, limit: FullTown.connectionLimit) { sender, errands in
                try await concurrently(errands, limit: FullTown.pipelineDepth) { errand in
                    try await timed {
                        try await sender.write(
                            errand.content,
                            to: errand.receiver,
                            signed: errand.signature,
                            ledger
                        )
                    }.1
                }
            }.flatMap(\.self)
        }
        try scene.stage.check(
            "\(texts.texts.count.grouped) fortunes of \(texts.availableCount.grouped) are sent "
                + "and acknowledged",
            times.count,
            is: texts.texts.count,
            note: times.count.rate(in: total)
        )
        let inFlight = FullTown.connectionLimit * FullTown.pipelineDepth
        try scene.stage.say(
            "up to \(inFlight) under way: half replied within "
                + "\(times.percentile(50).brief), 99 of 100 within \(times.percentile(99).brief)"
        )
    }

    private func read(_ town: Town) async throws {
        let everybody = town.people + [leads.minji, leads.emma]
        let (count, time) = try await timed {
            try await scene.ledger.check(everybody, "each note arrived once")
        }
        try scene.stage.say("A few of them:")
        let some = try await town.people[3].notelet.inbox(pageSize: 4).firstPage()
        try scene.stage.notes(some.map { ($0.senderName, $0.content) })
        try scene.stage.check(
            "\(everybody.count) inboxes hold each note exactly once",
            count,
            is: scene.ledger.acknowledgedCount,
            note: "\(count.rate(in: time)) read"
        )
    }
}

extension PageSequence {
    /// The items of the first page.
    func firstPage() async throws(NoteletError) -> [Item] {
        var pages = makeAsyncIterator()
        return try await pages.next()?.items ?? []
    }
}
