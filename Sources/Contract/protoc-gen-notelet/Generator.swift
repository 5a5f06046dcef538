import ProtobufCoding

/// Answers protoc: reads what it asks, and writes the contract in Swift.
enum Generator {
    /// Returns the encoded answer to an encoded question; what is wrong is said in it.
    static func answer(to question: [UInt8]) -> [UInt8] {
        var response = CodeGeneratorResponse()
        do {
            let request = try ProtobufDecoder(limits: .files)
                .decode(CodeGeneratorRequest.self, from: question)
            response.file = try files(request)
        } catch {
            response.error = "\(error)"
        }
        do {
            return try ProtobufEncoder().encode(response)
        } catch {
            // protoc takes an answer that it cannot read for a failure, which this one is.
            return Array("\(error)".utf8)
        }
    }

    /// What is to be written for the files that were named, as the parameter has it.
    private static func files(
        _ request: CodeGeneratorRequest
    ) throws(ContractError) -> [CodeGeneratorResponse.File] {
        let named = request.protoFile.filter { file in
            // A file of options says how the others are to be read.
            request.fileToGenerate.contains(file.name) && file.extensions.isEmpty
        }.sorted { left, right in (left.depth, left.name) < (right.depth, right.name) }
        switch request.parameter {
        case "contract": return try contract(named)
        case "clients": return try clients(named)
        case "refusals": return try refusals(named)
        case "documents": return try documents(named)
        default:
            throw ContractError(
                "--notelet_opt",
                "say contract, clients, refusals or documents, not '\(request.parameter)'"
            )
        }
    }

    private static func contract(
        _ files: [FileDescriptor]
    ) throws(ContractError) -> [CodeGeneratorResponse.File] {
        let sources = try sources(files)
        return sources.map { .init(name: $0.name, content: $0.content) }
            + [.init(name: ListSource.name, content: ListSource(files: sources).content)]
    }

    private static func clients(
        _ files: [FileDescriptor]
    ) throws(ContractError) -> [CodeGeneratorResponse.File] {
        let sources = try sources(files)
        let messages = sources.flatMap(\.messages)
        var clients: [CodeGeneratorResponse.File] = []
        for source in sources {
            guard let client = try ClientSource(source, messages: messages) else { continue }
            clients.append(.init(name: client.name, content: client.content))
        }
        return clients
    }

    private static func sources(
        _ files: [FileDescriptor]
    ) throws(ContractError) -> [FileSource] {
        let padded = files.flatMap { file in
            file.messages.filter { $0.fields.contains { $0.options?.isPadding == true } }
                .map { ".\(file.package).\($0.name)" }
        }
        let usage = MessageUsage(files)
        var sources: [FileSource] = []
        for file in files {
            sources.append(try FileSource(file, paddedTypes: Set(padded), usage: usage))
        }
        return sources
    }

    private static func documents(
        _ files: [FileDescriptor]
    ) throws(ContractError) -> [CodeGeneratorResponse.File] {
        let sources = try sources(files)
        let (methods, refusals) = (MethodTables(files: sources), RefusalTables(files: sources))
        return [
            .init(name: MethodTables.name, content: methods.content),
            .init(name: RefusalTables.name, content: refusals.content),
        ]
    }

    private static func refusals(
        _ files: [FileDescriptor]
    ) throws(ContractError) -> [CodeGeneratorResponse.File] {
        var refusals: [CodeGeneratorResponse.File] = []
        for file in files {
            let source = try RuleRefusalSource(file)
            if !source.reasons.isEmpty {
                refusals.append(.init(name: RuleRefusalSource.name, content: source.content))
            }
        }
        return refusals
    }
}

extension FileDescriptor {
    /// How many folders the file lies in: what all features share comes before what one adds.
    fileprivate var depth: Int { name.count { $0 == "/" } }
}

extension ProtobufDecodingLimits {
    /// For descriptors, which a compiler writes and not a stranger.
    fileprivate static let files = ProtobufDecodingLimits(
        byteCountMax: 64 << 20,
        depthMax: 32,
        elementCountMax: 1_000_000,
        unknownFieldCountMax: 1_000_000
    )
}

/// What is wrong with a .proto file, for whoever wrote it.
struct ContractError: Error, CustomStringConvertible {
    /// Where, what, and what to do about it.
    let description: String

    /// Says what is wrong with a declaration.
    init(_ declaration: String, _ problem: String) {
        description = "\(declaration): \(problem)"
    }
}
