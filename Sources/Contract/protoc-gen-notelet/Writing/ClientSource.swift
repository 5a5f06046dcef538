/// Writes what a client calls the methods of one .proto file by: a function for each.
///
/// The functions of what all features share, `notelet.v1`, are written by hand; those for operators
/// are called by their descriptors.
struct ClientSource {
    private let file: FileSource
    private let calls: [Call]
    private let messages: [Message]

    /// A method with its messages.
    private struct Call {
        let service: ServiceSource
        let method: ServiceSource.Method
        let request: Message
        let response: Message

        /// How the descriptor is named.
        var descriptor: String { "\(service.describing).\(method.name)" }

        /// What the pages of the list have that it gives; nil if it gives none.
        var listed: Field? { request.isPageRequest ? response.listed : nil }

        /// What the response is called by, and what it is.
        var result: (type: String, documentation: Documentation)? {
            if let content = response.content { return (content.type.name, content.documentation) }
            return response.properties.isEmpty ? nil : (response.name, response.documentation)
        }

        /// The request as whoever calls names its parts: all but the place of a page.
        var parameters: [Message.Property] {
            request.properties.filter { listed == nil || $0.name != "cursor" }
        }
    }

    /// Takes the methods out of a file; nil where none is to be called by a function.
    ///
    /// Streams are left out: what becomes of them is written by hand.
    init?(_ file: FileSource, messages: [Message]) throws(ContractError) {
        guard file.access == .applications, file.file.package != "notelet.v1" else { return nil }
        var calls: [Call] = []
        for service in file.services {
            for method in service.methods where !method.descriptor.isServerStreaming {
                guard let request = messages.first(where: { $0.name == method.request }),
                    let response = messages.first(where: { $0.name == method.response })
                else {
                    let place = "\(service.service.name).\(method.descriptor.name)"
                    throw ContractError(place, "name the files of its messages, too")
                }
                calls.append(
                    Call(service: service, method: method, request: request, response: response)
                )
            }
        }
        guard !calls.isEmpty else { return nil }
        self.file = file
        self.calls = calls
        self.messages = messages
    }

    /// The name of the file in Swift.
    var name: String { file.baseName + ".client.swift" }

    /// The whole file.
    var content: String {
        var text = SourceText(generatedFrom: file.file.name)
        text.block("extension Notelet {") { text in
            for (index, call) in calls.enumerated() {
                if index > 0 { text.line() }
                write(call, to: &text)
            }
        }
        return text.text
    }

    private func write(_ call: Call, to text: inout SourceText) {
        text.document(call.method.documentation)
        writeFacts(of: call, to: &text)
        if !call.method.isRead, call.result != nil { text.line("@discardableResult") }
        let parameters = call.parameters.map { property in
            let start = "\(property.name): \(property.type)"
            return canBeLeftOut(property, in: call) ? "\(start) = \(property.empty)" : start
        }
        let key = call.method.isRead ? [] : ["idempotencyKey key: IdempotencyKey? = nil"]
        let result: String =
            if let listed = call.listed {
                " -> PageSequence<\(listed.type.name)>"
            } else {
                " async throws(NoteletError)" + (call.result.map { " -> \($0.type)" } ?? "")
            }
        text.list("public func \(call.method.name)(", parameters + key, ")\(result) {")
        text.body { text in
            if let listed = call.listed {
                writePages(of: call, listed, to: &text)
            } else {
                writeCall(call, to: &text)
            }
        }
    }

    /// What the service knows an answer to where nothing is said.
    private func canBeLeftOut(_ property: Message.Property, in call: Call) -> Bool {
        if call.listed != nil, property.name == "pageSize" { return true }
        return property.empty == "nil"
    }

    private func writeFacts(of call: Call, to text: inout SourceText) {
        let key = Documentation("What names the intention; a new one where it is nil.")
        let parameters =
            call.parameters.map { ($0.name, documentation(of: $0)) }
            + (call.method.isRead ? [] : [("key", key)])
        var lines: [String] = []
        if let (name, documentation) = parameters.first, parameters.count == 1 {
            lines += documentation.lines(
                ofListed: "Parameter \(name)",
                columnCountMax: text.columnsLeft
            )
        } else if !parameters.isEmpty {
            lines.append("/// - Parameters:")
            for (name, documentation) in parameters {
                lines += documentation.lines(
                    ofListed: name,
                    columnCountMax: text.columnsLeft,
                    depth: 1
                )
            }
        }
        let result =
            call.listed == nil
            ? call.result?.documentation
            : Documentation("The pages; `items` of them gives what is on them one by one.")
        if let result {
            lines += result.lines(ofListed: "Returns", columnCountMax: text.columnsLeft)
        }
        if call.listed == nil { lines.append("/// - Throws: `NoteletError`.") }
        text.line("///")
        for line in lines { text.line(line) }
    }

    /// What a field is, also where it only says which other one it is like.
    private func documentation(of property: Message.Property) -> Documentation {
        var (documentation, seen) = (property.documentation, 0)
        while seen < messages.count, let other = field(namedBy: documentation) {
            documentation = other.documentation
            seen += 1
        }
        return documentation
    }

    private func field(namedBy documentation: Documentation) -> Message.Property? {
        let parts = documentation.text.split { " .`".contains($0) }
        guard documentation.text.hasPrefix("As `"), parts.count == 3 else { return nil }
        return messages.first { $0.name == parts[1] }?
            .properties.first { $0.name == parts[2] }
    }

    private func writeRequest(of call: Call, to text: inout SourceText) {
        let fields = call.request.properties.map { "\($0.name): \($0.name)" }
        text.list("let request = \(call.request.name)(", fields, ")")
    }

    private func writePages(of call: Call, _ listed: Field, to text: inout SourceText) {
        text.block("PageSequence { [self] (cursor) throws(NoteletError) in") { text in
            writeRequest(of: call, to: &text)
            text.line("let response = try await call(\(call.descriptor), request)")
            text.list(
                "return Page(",
                ["items: response.\(listed.name)", "nextCursor: response.nextCursor"],
                ")"
            )
        }
    }

    private func writeCall(_ call: Call, to text: inout SourceText) {
        writeRequest(of: call, to: &text)
        let content = call.response.content.map { ["giving: \\.\($0.name)"] } ?? []
        let key = call.method.isRead ? [] : ["idempotencyKey: key"]
        text.list(
            call.result == nil ? "_ = try await call(" : "return try await call(",
            [call.descriptor, "request"] + content + key,
            ")"
        )
    }
}
