import NoteletClient

/// Act 9: the server is killed while notes are under way, and comes back.
struct PulledPlug {
    let scene: Scene
    let leads: Leads
    let senders: [Person]
    let everybody: [Person]

    private static let killCount = 3

    func perform() async throws {
        try scene.stage.act("kill -9")
        let minji = leads.minji
        let watch = await LiveWatch(of: minji.notelet)
        try await watch.waitUntilCaughtUp()
        let before = await watch.received
        try scene.stage.check(
            "민지’s watch has a first copy, and stays open",
            scene.ledger.audit(before, of: minji),
            note: "\(before.count.grouped) notes"
        )
        let savedCursor = await watch.cursor

        try await storm()
        let inbox = try await count()
        try await checkWatch(watch, inbox)
        try await checkResumption(from: savedCursor, after: before, inbox)
        try await checkEverybody(inbox)
        try await checkLogIn()
    }

    /// Sends from many sides, and kills the server several times in the middle of it.
    private func storm() async throws {
        let log = StormLog()
        let storm = Storm(receiver: leads.minji, ledger: scene.ledger, log: log)
        let half = senders.count / 2
        let inFlight = senders.count * Storm.pipelineDepth
        try scene.stage.say("\(senders.count) people write to 민지, \(inFlight) notes at a time.")
        try scene.stage.say("Half of them try again when a reply does not come, half never do.")
        async let sending = concurrently(
            Array(senders.enumerated()),
            limit: senders.count
        ) { index, sender in
            try await storm.send(from: sender, index < half ? .patient : .impatient)
        }
        try await kill(during: log)
        let counts = try await sending
        try scene.stage.check(
            "those who try again notice nothing: all is acknowledged",
            counts.prefix(half).reduce(0, +),
            is: half * Storm.notesPerSender,
            note: "\((half * Storm.notesPerSender).grouped) of theirs"
        )
        let cutOffCount = await log.cutOffCount
        try scene.stage.check(
            "the kills cut off notes of the others that were under way",
            cutOffCount > 0,
            is: true,
            note: "\(cutOffCount) cut off"
        )
        try scene.stage.say("Another \(await log.turnedAwayCount) found no server.")
    }

    private func kill(during log: StormLog) async throws {
        let total = senders.count * Storm.notesPerSender
        for number in 1...PulledPlug.killCount {
            try await log.wait(forAcknowledgedCount: total * number / (PulledPlug.killCount + 2))
            // Replies come in bursts, one a commit: the kill is to fall anywhere between them.
            try await Task.sleep(for: .microseconds(.random(in: 0...5_000)))
            await log.serverGoes()
            scene.backstage.kill()
            let time = try await scene.backstage.start()
            await log.serverIsBack()
            try scene.stage.pass(
                "kill -9 number \(number): the server is back on the same store",
                note: time.brief
            )
        }
    }

    private func count() async throws -> [ReceivedMessage] {
        let inbox = try await leads.minji.inbox()
        let audit = scene.ledger.audit(inbox, of: leads.minji)
        try scene.stage.check(
            "everything acknowledged is there exactly once",
            audit,
            note: "\(inbox.count.grouped) notes"
        )
        let unknown = scene.ledger.unknownCount
        try scene.stage.say(
            "Of these \(unknown) without reply, \(audit.unknownCount) had arrived and "
                + "\(unknown - audit.unknownCount) had not; none is there twice."
        )
        return inbox
    }

    /// The watch that was open all the time.
    private func checkWatch(_ watch: LiveWatch, _ inbox: [ReceivedMessage]) async throws {
        try await watch.wait(forReceivedCount: inbox.count)
        let seen = await watch.received
        await watch.stop()
        try scene.stage.check(
            "the open watch came back by itself: nothing lost, nothing double",
            seen.map(\.id),
            is: inbox.reversed().map(\.id)
        )
    }

    /// Somebody who left before, and comes back with the cursor kept.
    private func checkResumption(
        from cursor: [UInt8],
        after before: [ReceivedMessage],
        _ inbox: [ReceivedMessage]
    ) async throws {
        let notelet = try Notelet(scene.backstage.address, sessions: leads.minji.sessions)
        let watch = await LiveWatch(of: notelet, from: cursor)
        try await watch.waitUntilCaughtUp()
        let seen = await watch.received
        await watch.stop()
        await notelet.close()
        try scene.stage.check(
            "a cursor from before the kill resumes where it was",
            seen.map(\.id),
            is: inbox.reversed().map(\.id).suffix(inbox.count - before.count).map(\.self),
            note: "\(seen.count.grouped) new notes"
        )
    }

    /// Reads all inboxes again, those of the quiet people included.
    private func checkEverybody(_ inbox: [ReceivedMessage]) async throws {
        let ledger = scene.ledger
        let arrivedCount = ledger.audit(inbox, of: leads.minji).unknownCount
        let (count, time) = try await timed {
            try await ledger.check(everybody, "everything acknowledged is there exactly once")
        }
        try scene.stage.check(
            "and so it is in all \(everybody.count) inboxes",
            count,
            is: ledger.acknowledgedCount + arrivedCount,
            note: "\(count.grouped) notes in \(time.brief)"
        )
    }

    private func checkLogIn() async throws {
        let emma = leads.emma
        let notelet = try Notelet(scene.backstage.address)
        let (user, time) = try await timed {
            try await notelet.logIn(email: emma.user.email, password: emma.password)
        }
        try scene.stage.check("Emma logs in", user.id, is: emma.user.id, note: time.brief)
        try await scene.stage.checkRefusal("with another password she does not", .wrongCredentials)
        {
            try await notelet.logIn(email: emma.user.email, password: emma.password + "!")
        }
        await notelet.close()
    }
}
