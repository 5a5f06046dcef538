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
        switch try GeneratorOutput(request.parameter) {
        case .contract(let internalPackage):
            return try contract(named, internalPackage: internalPackage)
        case .refusals: return try refusals(named)
        }
    }

    private static func contract(
        _ files: [FileDescriptor],
        internalPackage: String
    ) throws(ContractError) -> [CodeGeneratorResponse.File] {
        let padded = files.flatMap { file in
            file.messages.filter { $0.fields.contains { $0.options?.isPadding == true } }
                .map { ".\(file.package).\($0.name)" }
        }
        let usage = MessageUsage(files)
        var sources: [FileSource] = []
        for file in files {
            sources.append(
                try FileSource(
                    file,
                    paddedTypes: Set(padded),
                    usage: usage,
                    access: file.package == internalPackage ? .project : .applications
                )
            )
        }
        return sources.map { .init(name: $0.name, content: $0.content) }
            + [.init(name: ListSource.name, content: ListSource(files: sources).content)]
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

/// What the generator is asked to write, by the parameter of `--notelet_opt`.
private enum GeneratorOutput {
    /// The contract: `internal=PACKAGE` names the package whose declarations stay within the
    /// project; those of others applications use.
    case contract(internalPackage: String)
    /// The refusals as rules know them: `refusals`.
    case refusals

    init(_ parameter: String) throws(ContractError) {
        let parts = parameter.split(separator: "=")
        switch (parts.first, parts.count) {
        case ("internal", 2): self = .contract(internalPackage: String(parts[1]))
        case ("refusals", 1): self = .refusals
        default:
            throw ContractError(
                "--notelet_opt",
                "say internal=PACKAGE or refusals, not '\(parameter)'"
            )
        }
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
