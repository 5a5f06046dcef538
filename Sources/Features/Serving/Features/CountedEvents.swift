internal import Metrics

/// How often each of a few things happened: one metric of a feature, with a sample for each.
package struct CountedEvents<Event: CaseIterable & Equatable & Sendable>: Sendable {
    /// What is measured, for the feature's list.
    package let metric: FeatureMetric
    private let tally: Metrics.Tally

    /// Counts from 0.
    ///
    /// - Parameters:
    ///   - name: The name of the metric.
    ///   - help: One sentence that says what is counted.
    ///   - label: What the samples are told apart by; its values are the names of the events.
    package init(_ name: String, _ help: String, by label: StaticString) {
        let tally = Metrics.Tally(count: Event.allCases.count)
        self.tally = tally
        metric = FeatureMetric(MetricFamily(.counter, name, help)) {
            Event.allCases.enumerated().map { index, event in
                let label = MetricLabel(label, "\(event)")
                return MetricSample(tally[index], [label])
            }
        }
    }

    /// Counts one, or several at once; from any thread.
    package func count(_ event: Event, times: Int = 1) {
        for (index, other) in Event.allCases.enumerated() where other == event {
            tally.addShared(UInt64(times), at: index)
        }
    }

    /// What counts an event for each change that it observes.
    package func counting(_ event: Event) -> Endpoint.ChangeObserver {
        { _ in count(event) }
    }
}
