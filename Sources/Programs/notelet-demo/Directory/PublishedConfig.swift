import ConfigClient
import Foundation
import NoteletClient

/// Act 5: configuration is published and rolled back, and events are counted.
struct PublishedConfig {
    let stage: Stage
    let backstage: Backstage
    let club: Club

    func perform() async throws {
        try stage.act("Configuration and events")
        let stranger = try Notelet(backstage.address + "?app=club")
        try stage.check(
            "before anything was published there is version 0",
            try await stranger.fetchConfig(knownVersion: 0).version,
            is: 0
        )
        for value in ["blue", "red"] {
            try await backstage.admin("app-config", "set", "colour", value, "--app", "club")
        }
        let newest = try await stranger.fetchConfig(knownVersion: 1)
        try stage.check(
            "who is not signed in reads the newest version",
            [newest.version.description] + newest.entries.map(\.value),
            is: ["2", "red"]
        )
        let same = try await stranger.fetchConfig(
            knownVersion: 2,
            knownPublishedAt: newest.publishedAt
        )
        try stage.check("who knows it is told just that", same.unchanged, is: true)
        var versions = club.reader.notelet.observeConfig().makeAsyncIterator()
        try stage.check("who follows it gets it", try await versions.next()?.version, is: 2)
        try await backstage.admin("app-config", "rollback", "1", "--app", "club")
        let back = try await versions.next()
        try stage.check(
            "a rollback is a new version with what the old one had, live",
            [back?.version.description] + (back?.entries.map(\.value) ?? []),
            is: ["3", "blue"]
        )

        let now = Timestamp(Date())
        let event = TelemetryEvent(
            name: "user_list_viewed",
            occurredAt: now,
            properties: ["count": "30"]
        )
        let wrong = TelemetryEvent(name: "No name", occurredAt: now)
        let taken = try await stranger.logEvents(
            events: [event, wrong],
            appVersion: "1.0",
            platform: "demo",
            installation: ""
        )
        try stage.check(
            "an event that is none is dropped, and takes no other with it",
            [taken.accepted, taken.dropped],
            is: [1, 1]
        )
        let summary = try await backstage.admin("telemetry", "summary", "--app", "club")
        try stage.check(
            "the operator counts it",
            summary.contains("user_list_viewed"),
            is: true
        )
        await stranger.close()
    }
}
