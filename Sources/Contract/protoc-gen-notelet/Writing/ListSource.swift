/// Writes the list of everything that the contract declares, for tests that look at all of it.
struct ListSource {
    let files: [FileSource]

    /// The name of the file.
    static let name = "ContractTypes.pb.swift"

    /// The whole file.
    var content: String {
        var text = SourceText(generatedFrom: "all .proto files")
        text.document(Documentation("Every message and enum of the contract, by its full name."))
        text.block("package enum ContractTypes {") { text in
            text.line("/// The messages, in the order of the .proto files.")
            text.block(
                "package static let messages: [(name: String, type: any ContractMessage.Type)] = [",
                "]"
            ) { text in
                for file in files {
                    for message in file.messages { write(message.name, of: file, to: &text) }
                }
            }
            text.line()
            text.line("/// The enums, in the order of the .proto files.")
            text.block(
                "package static let enums: [(name: String, type: any OpenEnum.Type)] = [",
                "]"
            ) { text in
                for file in files {
                    for declared in file.enums { write(declared.name, of: file, to: &text) }
                }
            }
        }
        text.line()
        writeServices(to: &text)
        return text.text
    }

    private func writeServices(to text: inout SourceText) {
        text.block("extension ServiceDescriptor {") { text in
            text.line("/// Every service of the contract with applications.")
            write("public static let all", of: .applications, to: &text)
            text.line()
            text.line("/// Every service for operators.")
            write("package static let administration", of: .project, to: &text)
        }
    }

    private func write(_ declaration: String, of access: Access, to text: inout SourceText) {
        let services = files.filter { $0.access == access }.flatMap(\.services)
        text.list(
            "\(declaration): [ServiceDescriptor] = [",
            services.map { $0.describing + ".descriptor" },
            "]",
            hasTrailingComma: true
        )
    }

    private func write(_ name: String, of file: FileSource, to text: inout SourceText) {
        text.list("(", ["\"\(file.file.package).\(name)\"", "\(name).self"], "),")
    }
}
