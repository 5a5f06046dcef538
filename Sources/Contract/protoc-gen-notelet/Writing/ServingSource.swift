/// Writes what must serve the methods of a service: a protocol for each feature that has methods in
/// it, so that the module of a feature serves its own.
struct ServingSource {
    let service: ServiceSource

    /// The methods of one feature.
    private struct Part {
        /// The name of the protocol.
        let name: String
        let feature: String
        let methods: [ServiceSource.Method]
    }

    /// The parts, in the order in which their first methods are declared.
    ///
    /// What serves the one part of a service has its name; of several, each has the name of its
    /// feature in front of it: `NotesProfilesService`.
    private var parts: [Part] {
        var features: [String] = []
        for method in service.methods where !features.contains(method.feature) {
            features.append(method.feature)
        }
        return features.map { feature in
            let prefix = features.count == 1 ? "" : SwiftName.type(feature)
            return Part(
                name: "\(prefix)\(service.service.name)Service",
                feature: feature,
                methods: service.methods.filter { $0.feature == feature }
            )
        }
    }

    /// Writes the protocols.
    func write(to text: inout SourceText) {
        let parts = parts
        for part in parts {
            text.line()
            write(part, isWhole: parts.count == 1, to: &text)
        }
    }

    private func write(_ part: Part, isWhole: Bool, to text: inout SourceText) {
        let name = "`\(service.namespace).\(service.service.name)`"
        let what = part.feature.isEmpty ? "of no feature" : "of the feature `\(part.feature)`"
        text.document(
            Documentation(
                isWhole
                    ? "What serves \(name): a function for each method."
                    : "What serves the methods \(what) in \(name): a function for each.",
                "Each gets the method that it serves, and gives what is registered for it; one "
                    + "that is missing does not compile."
            )
        )
        text.block("package protocol \(part.name) {") { text in
            text.line("/// What is registered for a method.")
            text.line("associatedtype Served")
            for method in part.methods {
                text.line()
                text.document(method.documentation)
                text.list(
                    "func \(method.name)(",
                    ["_ method: \(service.describing).\(method.type)"],
                    ") -> Served"
                )
            }
        }
        text.line()
        text.block("extension \(part.name) {") { text in
            text.line("/// What is registered for each method, in the order of the contract.")
            text.block("package var served: [Served] {") { text in
                text.list(
                    "[",
                    part.methods.map { "\($0.name)(\(service.describing).\($0.name))" },
                    "]",
                    hasTrailingComma: true
                )
            }
        }
    }
}
