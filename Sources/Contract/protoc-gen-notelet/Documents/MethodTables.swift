/// Writes the document of all methods, with which feature each belongs to.
struct MethodTables {
    let files: [FileSource]

    /// The name of the file.
    static let name = "METHODS.md"

    /// The whole file.
    var content: String {
        var text = DocumentText(title: "Methods")
        text.paragraph("[PROTOCOL](../PROTOCOL.md#methods) says what the columns mean.")
        writeFeatures(to: &text)
        for file in files {
            for service in file.services { write(service, of: file, to: &text) }
        }
        return text.text
    }

    private func writeFeatures(to text: inout DocumentText) {
        text.heading("Features")
        var features: [String] = []
        for method in files.flatMap(\.services).flatMap(\.methods)
        where !method.feature.isEmpty && !features.contains(method.feature) {
            features.append(method.feature)
        }
        text.table(
            ["Feature", "Services with methods of it", "Described in"],
            features.map { feature in
                let own = files.filter { file in
                    file.services.contains { $0.methods.contains { $0.feature == feature } }
                }
                let services = own.flatMap { file in
                    file.services.map { "`\(file.file.package).\($0.service.name)`" }
                }
                return ["`\(feature)`", services.joined(separator: ", "), Self.document(of: own)]
            }
        )
    }

    /// Where more is said of a feature: beside its .proto files for applications, if they lie
    /// apart, and else where all is said.
    private static func document(of files: [FileSource]) -> String {
        let folders = files.map { $0.file.folder.replacing("/admin/", with: "/") }
        guard let folder = folders.first, folder != FileDescriptor.commonFolder else {
            return "[PROTOCOL](../PROTOCOL.md)"
        }
        return "[\(folder)](../\(folder)/README.md)"
    }

    private func write(
        _ service: ServiceSource,
        of file: FileSource,
        to text: inout DocumentText
    ) {
        text.heading("\(service.namespace).\(service.service.name)")
        let said = service.documentation.map { $0.summary + " " } ?? ""
        text.paragraph("\(said)[The file](../\(file.file.name)).")
        let isForOperators = file.access == .project
        text.table(
            ["Method", "What it does", "Feature", "Shape"]
                + (isForOperators ? [] : ["Token", "Idempotency key", "Padded", "GET"]),
            service.methods.map { method in
                let shape =
                    method.descriptor.isServerStreaming ? "stream of responses" : "unary"
                let feature = method.feature.isEmpty ? "-" : method.feature
                return [
                    "`\(method.descriptor.name)`", method.documentation.summary, feature, shape,
                ]
                    + (isForOperators ? [] : Self.facts(of: method))
            }
        )
    }

    private static func facts(of method: ServiceSource.Method) -> [String] {
        [
            "\(method.token)", method.isRead ? "-" : "yes", method.isPadded ? "yes" : "-",
            method.allowsGet ? "yes" : "-",
        ]
    }
}

extension FileDescriptor {
    /// The folder of what all features share.
    fileprivate static let commonFolder = "notelet/v1"

    /// The folder that it is in.
    fileprivate var folder: String {
        name.split(separator: "/").dropLast().joined(separator: "/")
    }
}
