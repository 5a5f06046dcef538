internal import Domain
internal import Locking
internal import Metrics
internal import NoteRules
internal import NoteletAPI
internal import Records
package import Serving

/// What operators set of notes.
package struct NoteSettings: Sendable {
    /// How many days notes are kept; nil for as long as people do.
    package var keptDays: Int?
    /// How many days the ticket lasts by which a stranger reads the answer to a note.
    package var ticketDays = 30
    /// What the notes have in memory; nil for a new one.
    var state: NoteState?

    /// Keeps notes as long as people do.
    package init() {}
}

extension FeatureSettings {
    /// What is set of notes.
    package var notes: NoteSettings {
        get { self[NoteSettings.self] ?? NoteSettings() }
        set { self[NoteSettings.self] = newValue }
    }
}

extension Feature {
    /// Notes through links and contacts, their answers, blocks and reports.
    package static let notes = Feature(
        "notes",
        isOfferedByDefault: true,
        limits: RateLimit.ofNotes
    ) { dependencies in
        let settings = dependencies.settings.notes
        let state = settings.state ?? NoteState(dependencies.store)
        var parts = FeatureParts { endpoint in
            ContactMethods(endpoint: endpoint).served
                + MessageMethods(endpoint, state).served
                + MutedWordMethods(endpoint: endpoint).served
        } administration: { endpoint in
            NoteAdministrationMethods(endpoint: endpoint, tails: state.tails).served
        }
        parts.ownFeed = NoteFeedSource(linkBaseURL: dependencies.linkBaseURL)
        parts.exportParts = ExportPart.ofNotes
        parts.jobs = jobs(settings, dependencies, state)
        parts.metrics = [.expired(state), .sent(state)]
        let guests = dependencies.limiter[.guests]
        parts.observe = { news in
            for guest in news.unwelcomeGuests {
                state.note(guest, at: guests, dependencies.clock.now())
            }
            for guest in news.forgivenGuests {
                state.ticketOrigins.open(guest.guest, to: guest.receiver)
            }
            state.tails.publish(news.events)
        }
        parts.beat = {
            state.tails.beat()
            state.doors.keep(
                in: dependencies.store,
                at: dependencies.lived.now(),
                isLast: false
            )
        }
        parts.end = {
            await withCheckedContinuation { continuation in
                state.doors.keep(
                    in: dependencies.store,
                    at: dependencies.lived.now(),
                    isLast: true
                ) {
                    continuation.resume()
                }
            }
        }
        return parts
    }

    private static func jobs(
        _ settings: NoteSettings,
        _ dependencies: ServiceDependencies,
        _ state: NoteState
    ) -> [HousekeepingJob] {
        let delivery = HousekeepingJob.heldNoteDelivery(dependencies, state)
        guard let keptDays = settings.keptDays else { return [delivery] }
        let expiry = NoteExpiry(dependencies, state, dayCount: keptDays)
        let tally = HousekeepingJob.Tally(event: "notes-expired") {
            state.expiredNotes.load(ordering: .relaxed)
        }
        return [
            HousekeepingJob(NoteExpiry.name, tally: tally) { await expiry.step() },
            delivery,
        ]
    }
}

extension FeatureMetric {
    fileprivate static func expired(_ state: NoteState) -> FeatureMetric {
        let family = MetricFamily(
            .counter,
            "notelet_expired_notes_total",
            "Notes that were deleted for their age, in the view of one person each."
        )
        return FeatureMetric(family) {
            [MetricSample(state.expiredNotes.load(ordering: .relaxed))]
        }
    }

    fileprivate static func sent(_ state: NoteState) -> FeatureMetric {
        let family = MetricFamily(
            .counter,
            "notelet_sent_total",
            "Notes and answers since the store was made, by kind and by what carried them; hourly."
        )
        return FeatureMetric(family) {
            let sums = state.doors.kept
            return DoorSums.Door.all.map { door in
                let labels = [
                    MetricLabel("kind", door.kind.rawValue),
                    MetricLabel("transport", door.entrance.rawValue),
                ]
                return MetricSample(Int(clamping: sums[door]), labels)
            }
        }
    }
}
