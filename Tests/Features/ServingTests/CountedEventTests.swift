import Domain
import Metrics
import Testing

@testable import Serving

/// What a feature counts, and how its metric tells it.
@Suite struct CountedEventTests {
    private enum Visit: CaseIterable { case began, ended, failed }

    @Test func eachEventIsASampleUnderItsNameFromTheBeginning() {
        let counts = CountedEvents<Visit>("visits_total", "Visits.", by: "step")
        #expect(counts.metric.family == MetricFamily(.counter, "visits_total", "Visits."))
        func told() -> [MetricValue] { counts.metric.samples().map(\.value) }
        let labels = counts.metric.samples().map(\.labels)
        #expect(labels == ["began", "ended", "failed"].map { [MetricLabel("step", $0)] })
        #expect(told() == [.count(0), .count(0), .count(0)])
        counts.count(.failed)
        let observe = counts.counting(.ended)
        observe(.tcp)
        observe(.unix)
        #expect(told() == [.count(0), .count(2), .count(1)])
    }
}
