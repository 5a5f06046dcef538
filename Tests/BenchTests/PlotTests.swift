import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import notelet_bench

@Suite("Plots")
struct PlotTests {
    @Test("A plot is well-formed, whatever the texts and the points")
    func wellFormed() throws {
        let series = [
            LatencyPlot.Series(name: "p50", points: [point(1000, 2e5), point(90_000, 3e5, false)]),
            LatencyPlot.Series(name: "p99 < \"all\" & more", points: [point(0.5, 1)]),
            LatencyPlot.Series(name: "p99.9", points: []),
        ]
        let plots = [
            LatencyPlot(title: "<&>\"'쪽지", caption: "a & b", panels: []),
            LatencyPlot(
                title: "two",
                caption: "",
                panels: [
                    LatencyPlot.Panel(title: "send", series: series),
                    LatencyPlot.Panel(title: "nothing", series: []),
                ]
            ),
        ]
        for plot in plots {
            let elements = try elementCounts(plot.svg)
            #expect(elements["svg"] == 1)
            #expect(elements["g", default: 0] == plot.panels.count)
        }
        let elements = try elementCounts(plots[1].svg)
        #expect(elements["polyline"] == 2)
        #expect(elements["circle"] == 3)
        #expect(plots[1].svg.contains("100,000"))
        #expect(plots[1].svg.contains("100 us"))
        #expect(!plots[1].svg.contains("nan") && !plots[1].svg.contains("inf"))
    }

    @Test("A logarithmic axis spans whole powers of ten, at equal distances")
    func logarithmic() {
        let scale = AxisScale.logarithmic(around: [2e5, 3e7])
        #expect(scale.range == 1e5...1e8)
        #expect(scale.ticks == [1e5, 1e6, 1e7, 1e8])
        #expect(abs(scale.fraction(of: 1e6) - 1.0 / 3) < 1e-9)
        #expect(scale.minorTicks.count == 24)
        #expect(AxisScale.logarithmic(around: []).range == 1...10)
        #expect(AxisScale.logarithmic(around: [100]).range == 100...1000)
    }

    @Test(
        "A linear axis begins at 0 and has round steps",
        arguments: [(1.0, 1.0), (7, 8), (600, 600), (43_210, 50_000), (99_999, 100_000)]
    )
    func linear(maximum: Double, end: Double) {
        let scale = AxisScale.linear(upTo: maximum)
        #expect(scale.range.lowerBound == 0)
        #expect(abs(scale.range.upperBound - end) < 1e-9)
        #expect((3...8).contains(scale.ticks.count))
    }

    @Test("Rates of a sweep go up to nearly what the server can do")
    func shares() {
        let rates = SweepCommand.shares(of: 1000, 3)
        #expect(rates.map { $0.rounded() } == [100, 525, 950])
        #expect(SweepCommand.shares(of: 0, 2).allSatisfy { $0 > 0 })
    }

    private func point(
        _ rate: Double,
        _ nanoseconds: Double,
        _ isSustained: Bool = true
    ) -> LatencyPlot.Point {
        LatencyPlot.Point(rate: rate, nanoseconds: nanoseconds, isSustained: isSustained)
    }

    private func elementCounts(_ text: String) throws -> [String: Int] {
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = counter
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return counter.counts
    }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        counts[name, default: 0] += 1
    }
}
