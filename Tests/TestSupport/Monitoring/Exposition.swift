/// Measurements in the text format of Prometheus, read by its rules and no others.
package struct Exposition: Sendable {
    /// The families, by their names.
    package private(set) var families: [String: Family] = [:]
    /// The names of all samples with their labels.
    private var identities: Set<String> = []

    /// What is said of one family.
    package struct Family: Sendable {
        /// What it measures.
        package let help: String
        /// How its samples are to be read.
        package fileprivate(set) var kind = ""
        /// Its samples.
        package fileprivate(set) var samples: [Sample] = []
    }

    /// One number.
    package struct Sample: Sendable {
        /// The name, for a histogram with what it counts.
        package let name: String
        /// What tells it from the others of its name.
        package let labels: [String: String]
        /// The number.
        package let value: Double
    }

    /// What is against the rules.
    package struct Failure: Error, CustomStringConvertible {
        /// The line, and the rule.
        package let description: String
    }

    /// Reads a text.
    ///
    /// - Throws: `Failure` at the first line that is against the rules.
    package init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Failure(description: "The last line has no end.") }
        var current: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            do {
                try read(String(line), &current)
            } catch let failure as Failure {
                throw Failure(description: "\(failure): \(line)")
            }
        }
        for (name, family) in families {
            try Self.require(!family.kind.isEmpty, "\(name) has no type")
            if family.kind == "histogram" { try Self.checkHistogram(name, family) }
        }
    }

    /// The value of the one sample with this name and these labels; nil if there is none.
    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        let found = samples(name).filter { $0.labels == labels }
        return found.count == 1 ? found[0].value : nil
    }

    /// The sum of the samples that have these labels and perhaps others.
    package func sum(_ name: String, _ labels: [String: String] = [:]) -> Double {
        samples(name).filter { sample in
            labels.allSatisfy { sample.labels[$0.key] == $0.value }
        }.reduce(0) { $0 + $1.value }
    }

    /// The names of all samples, those of the parts of histograms included.
    package var sampleNames: Set<String> {
        Set(families.values.flatMap { $0.samples.map(\.name) })
    }

    private func samples(_ name: String) -> [Sample] {
        let family = families[name] ?? families[Self.familyName(name)]
        return family?.samples.filter { $0.name == name } ?? []
    }

    private mutating func read(_ line: String, _ current: inout String?) throws {
        if line.hasPrefix("# HELP ") {
            let words = line.split(separator: " ", maxSplits: 3)
            try Self.require(words.count == 4, "a family is explained")
            let name = String(words[2])
            try Self.require(Self.isName(name), "a name has letters, digits and underscores")
            try Self.require(families[name] == nil, "a family comes once")
            families[name] = Family(help: String(words[3]))
            current = name
        } else if line.hasPrefix("# TYPE ") {
            let words = line.split(separator: " ")
            try Self.require(words.count == 4 && words[2] == current ?? "", "a type has a family")
            let kind = String(words[3])
            try Self.require(["counter", "gauge", "histogram"].contains(kind), "a type is known")
            try Self.require(families[String(words[2])]?.kind == "", "a type comes once")
            families[String(words[2])]?.kind = kind
        } else {
            try readSample(line, of: current ?? "")
        }
    }

    private mutating func readSample(_ line: String, of family: String) throws {
        var rest = line[...]
        let name = String(rest.prefix { $0 != "{" && $0 != " " })
        rest.removeFirst(name.count)
        let labels = try Self.readLabels(&rest)
        try Self.require(rest.first == " ", "a space stands before the number")
        rest.removeFirst()
        guard let value = rest == "+Inf" ? .infinity : Double(String(rest)), !rest.isEmpty else {
            throw Failure(description: "a number is one")
        }
        let kind = families[family]?.kind ?? ""
        let isOfFamily =
            kind == "histogram"
            ? ["_bucket", "_sum", "_count"].contains { name == family + $0 } : name == family
        try Self.require(isOfFamily && !kind.isEmpty, "a sample follows the type of its family")
        let identity = name + labels.sorted { $0.key < $1.key }.map { "\0\($0)\0\($1)" }.joined()
        try Self.require(identities.insert(identity).inserted, "a sample comes once")
        let mayBeNegative = kind == "gauge"
        try Self.require(value >= 0 || mayBeNegative, "what is counted is not negative")
        families[family]?.samples.append(Sample(name: name, labels: labels, value: value))
    }

    private static func readLabels(_ rest: inout Substring) throws -> [String: String] {
        var labels: [String: String] = [:]
        guard rest.first == "{" else { return labels }
        repeat {
            rest.removeFirst()
            let name = String(rest.prefix { $0 != "=" })
            rest.removeFirst(name.count)
            try require(isName(name) && labels[name] == nil, "a label has a name of its own")
            try require(rest.hasPrefix("=\""), "a label has a value")
            rest.removeFirst(2)
            labels[name] = try readValue(&rest)
        } while rest.first == ","
        try require(rest.first == "}", "labels end")
        rest.removeFirst()
        return labels
    }

    private static func readValue(_ rest: inout Substring) throws -> String {
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return value
            case "\\":
                guard let plain = ["\\": "\\", "n": "\n", "\"": "\""][rest.popFirst() ?? " "] else {
                    throw Failure(description: "a backslash escapes")
                }
                value += plain
            default: value.append(character)
            }
        }
        throw Failure(description: "a value ends")
    }

    /// Checks that buckets grow, end with all, and have their sum and count.
    private static func checkHistogram(_ name: String, _ family: Family) throws {
        let groups = Dictionary(grouping: family.samples) { sample in
            sample.labels.filter { $0.key != "le" }
        }
        for (labels, samples) in groups {
            let buckets = samples.filter { $0.name == name + "_bucket" }
            let bounds = buckets.compactMap { sample in
                sample.labels["le"].flatMap { $0 == "+Inf" ? .infinity : Double($0) }
            }
            try require(bounds.count == buckets.count, "each bucket of \(name) \(labels) is bound")
            try require(
                bounds == bounds.sorted() && bounds.last == .infinity,
                "buckets grow: \(name)"
            )
            let counts = buckets.map(\.value)
            try require(counts == counts.sorted(), "counts of \(name) \(labels) grow")
            let count = samples.filter { $0.name == name + "_count" }.map(\.value)
            try require(count == [counts.last ?? 0], "\(name) \(labels) counts all")
            let sums = samples.filter { $0.name == name + "_sum" }
            try require(sums.count == 1, "\(name) \(labels) has a sum")
        }
    }

    private static func familyName(_ sample: String) -> String {
        for suffix in ["_bucket", "_sum", "_count"] where sample.hasSuffix(suffix) {
            return String(sample.dropLast(suffix.count))
        }
        return sample
    }

    private static let digits = Set("0123456789".utf8)
    private static let letters = Set("_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    // Not a regular expression, for a page has thousands of names.
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, letters.contains(first) else { return false }
        return text.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
    }

    private static func require(_ condition: Bool, _ rule: String) throws {
        if !condition { throw Failure(description: rule) }
    }
}
