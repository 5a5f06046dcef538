import Foundation

/// A drawing of latency against load as SVG: for each operation a panel, in it a line for each
/// percentile.
struct LatencyPlot: Sendable {
    /// What stands above all panels.
    let title: String
    /// How and on what it was measured.
    let caption: String
    let panels: [Panel]

    /// The lines of one operation.
    struct Panel: Sendable {
        let title: String
        let series: [Series]
    }

    /// The points of one percentile, by rising load.
    struct Series: Sendable {
        let name: String
        let points: [Point]
    }

    /// One measurement.
    struct Point: Sendable {
        /// Calls per second in all.
        let rate: Double
        let nanoseconds: Double
        /// Whether the server followed the rate that it was asked for.
        let isSustained: Bool
    }

    /// In pixels, as the SVG's own measure.
    private enum Layout {
        static let width = 900.0
        static let panelHeight = 380.0
        static let headHeight = 64.0
        static let footHeight = 34.0
        static let left = 84.0
        static let right = 70.0
        static let top = 34.0
        static let bottom = 56.0
    }

    /// Told apart by those who see few colours too (Okabe and Ito, 2008).
    private static let colours = ["#0072B2", "#E69F00", "#D55E00", "#009E73", "#CC79A7"]

    /// The whole file.
    var svg: String {
        let height =
            Layout.headHeight + Double(panels.count) * Layout.panelHeight + Layout.footHeight
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(number(Layout.width))\" "
                + "height=\"\(number(height))\" "
                + "viewBox=\"0 0 \(number(Layout.width)) \(number(height))\" "
                + "font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#222\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
            text(title, Layout.left, 30, "font-size=\"18\" font-weight=\"600\""),
            text(caption, Layout.left, 52, "fill=\"#555\""),
        ]
        for (index, panel) in panels.enumerated() {
            let top = Layout.headHeight + Double(index) * Layout.panelHeight
            lines.append("<g transform=\"translate(0 \(number(top)))\">")
            lines += drawing(of: panel)
            lines.append("</g>")
        }
        lines.append(
            text(
                "A hollow point: the server did not follow the rate that it was asked for.",
                Layout.left,
                height - 14,
                "fill=\"#555\" font-size=\"12\""
            )
        )
        lines.append("</svg>")
        return lines.joined(separator: "\n") + "\n"
    }

    private func drawing(of panel: Panel) -> [String] {
        let points = panel.series.flatMap(\.points)
        let rates = AxisScale.linear(upTo: points.map(\.rate).max() ?? 1)
        let latencies = AxisScale.logarithmic(around: points.map(\.nanoseconds))
        var lines = [text(panel.title, Layout.left, 20, "font-weight=\"600\"")]
        lines += grid(rates, latencies)
        var labels: [(y: Double, line: String)] = []
        for (index, series) in panel.series.enumerated() where !series.points.isEmpty {
            let colour = LatencyPlot.colours[index % LatencyPlot.colours.count]
            let places = series.points.map { place($0, rates, latencies) }
            let path = places.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
            lines.append(
                "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(colour)\" "
                    + "stroke-width=\"2\"/>"
            )
            for (point, place) in zip(series.points, places) {
                lines.append(marker(place, colour, isFilled: point.isSustained))
            }
            guard let last = places.last else { continue }
            // Labels of lines that end together would cover each other.
            let lowest = labels.map(\.y).min() ?? .infinity
            let y = min(last.y, lowest - 15)
            let style = "fill=\"\(colour)\" font-weight=\"600\""
            labels.append((y, text(series.name, last.x + 9, y + 4, style)))
        }
        return lines + labels.map(\.line)
    }

    private func grid(_ rates: AxisScale, _ latencies: AxisScale) -> [String] {
        var lines: [String] = []
        let (start, end) = (Layout.left, Layout.width - Layout.right)
        for value in latencies.minorTicks {
            lines.append(line(start, y(value, latencies), end, y(value, latencies), "#f0f0f0"))
        }
        for value in latencies.ticks {
            let y = y(value, latencies)
            lines.append(line(start, y, end, y, "#ccc"))
            let label = LatencyPlot.duration(value)
            lines.append(text(label, start - 8, y + 4, "text-anchor=\"end\""))
        }
        let (top, bottom) = (Layout.top, Layout.panelHeight - Layout.bottom)
        for value in rates.ticks {
            let x = x(value, rates)
            lines.append(line(x, top, x, bottom, value == 0 ? "#ccc" : "#eee"))
            lines.append(text(LatencyPlot.rate(value), x, bottom + 18, "text-anchor=\"middle\""))
        }
        let middle = (start + end) / 2
        lines.append(text("calls per second", middle, bottom + 40, "text-anchor=\"middle\""))
        let height = (top + bottom) / 2
        lines.append(
            text(
                "latency, logarithmic",
                18,
                height,
                "text-anchor=\"middle\" transform=\"rotate(-90 18 \(number(height)))\""
            )
        )
        return lines
    }

    private func place(
        _ point: Point,
        _ rates: AxisScale,
        _ latencies: AxisScale
    ) -> (x: Double, y: Double) {
        (x(point.rate, rates), y(point.nanoseconds, latencies))
    }

    private func x(_ rate: Double, _ scale: AxisScale) -> Double {
        Layout.left + scale.fraction(of: rate) * (Layout.width - Layout.right - Layout.left)
    }

    private func y(_ nanoseconds: Double, _ scale: AxisScale) -> Double {
        let height = Layout.panelHeight - Layout.bottom - Layout.top
        return Layout.top + (1 - scale.fraction(of: nanoseconds)) * height
    }

    private func marker(
        _ place: (x: Double, y: Double),
        _ colour: String,
        isFilled: Bool
    ) -> String {
        "<circle cx=\"\(number(place.x))\" cy=\"\(number(place.y))\" r=\"4\" "
            + "fill=\"\(isFilled ? colour : "#fff")\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
    }

    private func line(
        _ x1: Double,
        _ y1: Double,
        _ x2: Double,
        _ y2: Double,
        _ colour: String
    ) -> String {
        "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" "
            + "y2=\"\(number(y2))\" stroke=\"\(colour)\"/>"
    }

    private func text(_ text: String, _ x: Double, _ y: Double, _ style: String) -> String {
        "<text x=\"\(number(x))\" y=\"\(number(y))\" \(style)>\(text.escapedForXML)</text>"
    }

    /// Tenths of a pixel: more is not seen.
    private func number(_ value: Double) -> String {
        String(format: "%.1f", value)
    }

    /// A power of ten in nanoseconds, with the unit that leaves it short.
    private static func duration(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1e3: String(format: "%g ns", nanoseconds)
        case ..<1e6: String(format: "%g us", nanoseconds / 1e3)
        case ..<1e9: String(format: "%g ms", nanoseconds / 1e6)
        default: String(format: "%g s", nanoseconds / 1e9)
        }
    }

    /// A rate with commas between the thousands.
    private static func rate(_ perSecond: Double) -> String {
        guard perSecond >= 1000 else { return String(format: "%g", perSecond) }
        var digits = Array(String(format: "%.0f", perSecond))
        for index in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(",", at: index)
        }
        return String(digits)
    }
}

extension String {
    /// The text as it stands between the tags of XML.
    fileprivate var escapedForXML: String {
        replacingOccurrences(of: "&", with: "&amp;")
            .replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;")
    }
}
