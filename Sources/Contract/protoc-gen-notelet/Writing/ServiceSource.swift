/// Writes a service in Swift: what describes its methods, and what must serve each of them.
struct ServiceSource {
    let service: ServiceDescriptor
    /// The package that declares it.
    let namespace: String
    let documentation: Documentation?
    let methods: [Method]
    /// Who may use the descriptors.
    let access: Access

    /// A method of the service.
    struct Method {
        /// Its name in Swift.
        let name: String
        let descriptor: MethodDescriptor
        let documentation: Documentation
        /// What an access token is to it.
        let token: TokenUse
        /// The feature that it belongs to; empty for none.
        let feature: String
        /// Whether its responses have room for padding.
        let isPadded: Bool

        /// The package that declares its messages, where that is not the one of the service.
        let foreignNamespace: String?

        var request: String { SwiftName.local(descriptor.requestType) }
        var response: String { SwiftName.local(descriptor.responseType) }
        /// The name of the type that describes it, within that of the service.
        var type: String { descriptor.name }

        /// Whether a call changes nothing.
        var isRead: Bool { descriptor.options?.idempotencyLevel == MethodOptions.noSideEffects }
        /// Whether HTTP's GET makes a call of it.
        var allowsGet: Bool { descriptor.options?.allowsGet ?? false }

        /// What is to be said to whoever makes a descriptor.
        fileprivate var facts: [String] {
            ["service: service", "name: \"\(descriptor.name)\""]
                + (descriptor.isServerStreaming ? ["kind: .serverStreaming"] : [])
                + ["effect: .\(isRead ? "read" : "write")"]
                + ["token: .\(token)"]
                + (feature.isEmpty ? [] : ["feature: \"\(feature)\""])
                + (isPadded ? ["isPadded: true"] : [])
                + (allowsGet ? ["allowsGet: true"] : [])
                + ["namespace: " + (foreignNamespace.map { "\"\($0)\"" } ?? "namespace")]
        }
    }

    /// Takes a service out of a file; `paddedTypes` are the messages that have room for padding.
    init(
        at index: Int,
        of file: FileDescriptor,
        _ comments: Comments,
        paddedTypes: Set<String>,
        access: Access
    ) throws(ContractError) {
        service = file.services[index]
        namespace = file.package
        documentation = comments[6, Int32(index)] ?? comments.ofFile
        self.access = access
        var methods: [Method] = []
        for (position, method) in service.methods.enumerated() {
            let place = "\(service.name).\(method.name)"
            guard let documentation = comments[6, Int32(index), 2, Int32(position)] else {
                throw ContractError(place, "say in a comment what it does")
            }
            guard !method.isClientStreaming else {
                throw ContractError(place, "streams of requests are not supported")
            }
            if method.options?.allowsGet == true {
                let isRead = method.options?.idempotencyLevel == MethodOptions.noSideEffects
                guard isRead, !method.isServerStreaming else {
                    throw ContractError(place, "what GET may call is unary and only reads")
                }
            }
            let packages = [method.requestType, method.responseType].map(SwiftName.package)
            guard packages[0] == packages[1] else {
                throw ContractError(place, "take request and response from the same package")
            }
            methods.append(
                Method(
                    name: SwiftName.function(method.name),
                    descriptor: method,
                    documentation: documentation,
                    token: Self.token(of: method, in: service),
                    feature: Self.feature(of: method, in: service),
                    isPadded: paddedTypes.contains(method.responseType),
                    foreignNamespace: packages[0] == namespace ? nil : packages[0]
                )
            )
        }
        self.methods = methods
    }

    private static func token(
        of method: MethodDescriptor,
        in service: ServiceDescriptor
    ) -> TokenUse {
        let said = [method.options?.token, service.options?.defaultToken]
        return said.compactMap(\.self).first { $0 != .unspecified } ?? .required
    }

    private static func feature(
        of method: MethodDescriptor,
        in service: ServiceDescriptor
    ) -> String {
        let said = [method.options?.feature, service.options?.defaultFeature]
        return said.compactMap(\.self).first { !$0.isEmpty } ?? ""
    }

    /// The name of the type that describes it.
    var describing: String { service.name + "API" }

    /// Writes the descriptors.
    func writeDescriptors(to text: inout SourceText) {
        text.document(
            Documentation(
                "The methods of `\(namespace).\(service.name)`.",
                documentation?.text ?? ""
            )
        )
        text.block("\(access) enum \(describing) {") { text in
            text.line("private static let namespace = \"\(namespace)\"")
            text.line("private static let service = \"\(namespace).\(service.name)\"")
            for method in methods { write(method, to: &text) }
            text.line()
            text.line("/// The service as a whole.")
            text.block("\(access) static let descriptor = ServiceDescriptor(", ")") { text in
                text.line("name: service,")
                text.list(
                    "methods: [",
                    methods.map { $0.name + ".summary" },
                    "]",
                    hasTrailingComma: true
                )
            }
        }
    }

    private func write(_ method: Method, to text: inout SourceText) {
        text.line()
        text.document(method.documentation)
        text.block("\(access) static let \(method.name) = \(method.type)(", ")") { text in
            let facts = method.facts
            for (index, fact) in facts.enumerated() {
                text.line(fact + (index == facts.count - 1 ? "" : ","))
            }
        }
        text.line("/// The type of `\(method.name)`.")
        text.list(
            "\(access) typealias \(method.type) = MethodDescriptor<",
            [method.request, method.response],
            ">"
        )
    }
}
