/// Measurements in the text format of Prometheus, version 0.0.4.
package struct ExpositionText: Sendable {
    /// The families in the order in which they came first, each with its head and its samples.
    private var families: [(name: String, bytes: [UInt8])] = []
    private var indices: [String: Int] = [:]
    /// The family that is written to.
    private var current = 0
    /// What all samples say that are written now.
    private var sharedLabels: [MetricLabel] = []

    /// What was written so far, in UTF-8.
    package var bytes: [UInt8] { families.flatMap(\.bytes) }

    /// What an HTTP response says of this text.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Makes an empty text.
    package init() {}

    /// Writes what several of a kind have each, such as all stores: each sample gets a label that
    /// tells whose it is, and stands with those of the others under one head.
    package mutating func write(each label: MetricLabel, _ body: (inout ExpositionText) -> Void) {
        sharedLabels.append(label)
        body(&self)
        sharedLabels.removeLast()
    }

    /// Writes a family that has one sample without labels.
    package mutating func write(_ family: MetricFamily, _ value: MetricValue) {
        write(family, [MetricSample(value)])
    }

    /// Writes a family that has one counted sample without labels.
    package mutating func write(_ family: MetricFamily, _ count: some BinaryInteger) {
        write(family, [MetricSample(count)])
    }

    /// Writes a family and its samples, which differ in their labels.
    package mutating func write(_ family: MetricFamily, _ samples: [MetricSample]) {
        precondition(family.kind != .histogram, "A histogram has buckets: \(family.name)")
        writeHead(of: family)
        for sample in samples { writeLine(family.name, sample.labels, sample.value) }
    }

    /// Writes a family of histograms, which differ in their labels.
    ///
    /// - Parameters:
    ///   - family: The family.
    ///   - readings: What was counted, and its labels.
    ///   - unitCount: How many of the counted units are one of the family's: a thousand million for
    ///     seconds that were counted in nanoseconds.
    package mutating func write(
        _ family: MetricFamily,
        _ readings: [(labels: [MetricLabel], reading: HistogramReading)],
        unitCount: Double = 1
    ) {
        precondition(family.kind == .histogram, "Only a histogram has buckets: \(family.name)")
        writeHead(of: family)
        for (labels, reading) in readings {
            var count: UInt64 = 0
            let bounds = reading.scale.bounds.map { "\(Double($0) / unitCount)" } + ["+Inf"]
            for (bound, bucket) in zip(bounds, reading.counts) {
                count &+= bucket
                let labels = labels + [MetricLabel("le", bound)]
                writeLine(family.name + "_bucket", labels, .count(count))
            }
            writeLine(family.name + "_sum", labels, .quantity(Double(reading.sum) / unitCount))
            writeLine(family.name + "_count", labels, .count(count))
        }
    }

    /// Goes to the samples of a family, and writes its head if it comes for the first time.
    private mutating func writeHead(of family: MetricFamily) {
        if let known = indices[family.name] {
            current = known
            return
        }
        current = families.count
        indices[family.name] = current
        families.append((family.name, []))
        append("# HELP \(family.name) ")
        appendEscaped(family.help, alsoQuotes: false)
        append("\n# TYPE \(family.name) \(family.kind.rawValue)\n")
    }

    private mutating func writeLine(
        _ name: String,
        _ labels: [MetricLabel],
        _ value: MetricValue
    ) {
        append(name)
        let labels = sharedLabels + labels
        for (index, label) in labels.enumerated() {
            append(index == 0 ? "{" : ",")
            append(label.name)
            append("=\"")
            appendEscaped(label.value, alsoQuotes: true)
            append("\"")
        }
        append(labels.isEmpty ? " " : "} ")
        switch value {
        case .count(let count): append(String(count))
        case .quantity(let quantity): append("\(quantity)")
        }
        append("\n")
    }

    private mutating func append(_ text: String) {
        families[current].bytes.append(contentsOf: text.utf8)
    }

    /// Appends a text of any characters; only what the format itself uses is escaped.
    private mutating func appendEscaped(_ text: String, alsoQuotes: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): append("\\\\")
            case UInt8(ascii: "\n"): append("\\n")
            case UInt8(ascii: "\"") where alsoQuotes: append("\\\"")
            default: families[current].bytes.append(byte)
            }
        }
    }
}
