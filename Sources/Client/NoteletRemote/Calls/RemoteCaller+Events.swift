internal import NoteletClient
package import NoteletInterface

extension RemoteCaller {
    /// Sends events, with nobody's token; the service drops what it does not want, and says so to
    /// nobody.
    ///
    /// - Parameters:
    ///   - events: At most 100.
    ///   - application: Which application they are of; of what is too long its beginning is told.
    ///   - installation: What was drawn for this installation; empty where nothing was.
    ///   - key: What names the intention; a new one where it is none.
    /// - Throws: `AppError`; `CancellationError` where the task was cancelled.
    package nonisolated func send(
        _ events: [LoggedEvent],
        of application: ApplicationDescription,
        installation: String = "",
        key: String = ""
    ) async throws {
        let request = LogEventsRequest(
            events: events.map { event in
                TelemetryEvent(
                    name: event.name,
                    occurredAt: Timestamp(event.occurredAt),
                    properties: event.properties
                )
            },
            appVersion: application.version.told,
            platform: application.platform.told,
            installation: installation
        )
        let key = IdempotencyKey(key)
        _ = try await call { (notelet) throws(NoteletError) in
            try await notelet.call(TelemetryAPI.logEvents, request, idempotencyKey: key)
        }
    }
}

extension String {
    /// So much of it as the service takes, which else would take none of the events: 64 characters
    /// on one line, and 256 bytes.
    fileprivate var told: String {
        var told = ""
        for character in prefix(64) where character.isOfALine {
            guard told.utf8.count + character.utf8.count <= 256 else { break }
            told.append(character)
        }
        return told
    }
}

extension Character {
    fileprivate var isOfALine: Bool {
        unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            return ![.control, .lineSeparator, .paragraphSeparator].contains(category)
        }
    }
}
