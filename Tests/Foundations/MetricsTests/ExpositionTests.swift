import Metrics
import TestSupport
import Testing

@Suite("Exposition")
struct ExpositionTests {
    @Test("A text has the heads and samples of its families")
    func textIsExact() {
        var text = ExpositionText()
        text.write(MetricFamily(.gauge, "a_bytes", "Bytes \\ of\na \"thing\"."), 5)
        let counter = MetricFamily(.counter, "b_total", "Things.")
        text.write(
            counter,
            [
                MetricSample(
                    UInt64.max,
                    [MetricLabel("kind", "x\"y\\z\n"), MetricLabel("of", "é")]
                ),
                MetricSample(.seconds(nanoseconds: 1_500_000), [MetricLabel("kind", "")]),
            ]
        )
        text.write(MetricFamily(.gauge, "c", "Nothing yet."), [])
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == #"""
                # HELP a_bytes Bytes \\ of\na "thing".
                # TYPE a_bytes gauge
                a_bytes 5
                # HELP b_total Things.
                # TYPE b_total counter
                b_total{kind="x\"y\\z\n",of="é"} 18446744073709551615
                b_total{kind=""} 0.0015
                # HELP c Nothing yet.
                # TYPE c gauge

                """#
        )
    }

    @Test("A histogram has buckets that add up, in the unit of its family")
    func histogramIsWritten() throws {
        let histogram = Histogram(.nanoseconds)
        for value: UInt64 in [1, 8_192, 8_193, 1_000_000, .max / 2] { histogram.count(value) }
        var text = ExpositionText()
        let family = MetricFamily(.histogram, "time_seconds", "Time.")
        text.write(family, [([MetricLabel("of", "a")], histogram.reading)], unitCount: 1e9)
        let read = try Exposition(String(decoding: text.bytes, as: UTF8.self))
        #expect(read.value("time_seconds_bucket", ["of": "a", "le": "8.192e-06"]) == 2)
        #expect(read.value("time_seconds_bucket", ["of": "a", "le": "1.2288e-05"]) == 3)
        #expect(read.value("time_seconds_bucket", ["of": "a", "le": "17.179869184"]) == 4)
        #expect(read.value("time_seconds_bucket", ["of": "a", "le": "+Inf"]) == 5)
        #expect(read.value("time_seconds_count", ["of": "a"]) == 5)
        #expect(read.families["time_seconds"]?.samples.count == 44 + 2)
    }

    @Test(
        "The reader of these tests takes nothing that is against the rules",
        arguments: [
            "a 1", "a 1\n", "# TYPE a gauge\na 1\n", "# HELP a A.\na 1\n",
            "# HELP a A.\n# TYPE a gauge\nb 1\n", "# HELP a A.\n# TYPE a gauge\na 1\na 1\n",
            "# HELP a A.\n# TYPE a gauge\na{b=\"c} 1\n", "# HELP a A.\n# TYPE a gauge\na{b} 1\n",
            "# HELP a A.\n# TYPE a gauge\na x\n", "# HELP a A.\n# TYPE a counter\na -1\n",
            "# HELP a A.\n# TYPE a gauge\n# HELP a A.\n", "# HELP a A.\n# TYPE a sum\na 1\n",
            "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
            "# HELP a A.\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 2\na_sum 1\na_count 1\n",
        ]
    )
    func readerIsStrict(text: String) {
        #expect(throws: Exposition.Failure.self) { try Exposition(text) }
    }
}
