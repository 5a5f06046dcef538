/// Writes an enum of the contract in Swift: a number with names, open to those of later versions.
struct EnumSource {
    let name: String
    let documentation: Documentation
    let values: [Value]
    /// Who may use what is written.
    let access: Access

    /// A known value.
    struct Value {
        /// Its name in Swift.
        let name: String
        /// Its name in the contract.
        let contractName: String
        let number: Int32
        /// What the contract says of it.
        let comment: Documentation
        /// What goes with it if it is a reason for which the service says no.
        let refusal: RefusalRule?

        /// What the contract says of it, and which facts come with it.
        fileprivate var documentation: Documentation { comment.adding(refusal?.factsSentence) }
    }

    /// Takes an enum out of a file.
    init(
        at index: Int,
        of file: FileDescriptor,
        _ comments: Comments,
        access: Access
    ) throws(ContractError) {
        let declared = file.enums[index]
        name = declared.name
        self.access = access
        guard let documentation = comments[5, Int32(index)] else {
            throw ContractError(name, "say in a comment what it is")
        }
        self.documentation = documentation
        var values: [Value] = []
        for (position, value) in declared.values.enumerated() {
            let comment = comments[5, Int32(index), 2, Int32(position)]
            let unsaid = Documentation("Not said; never sent by a server.")
            guard let documentation = comment ?? (value.number == 0 ? unsaid : nil) else {
                throw ContractError(value.name, "say in a comment what it is")
            }
            let rule = value.options?.refusal
            guard let name = SwiftName.enumValue(value.name, of: declared.name) else {
                throw ContractError(value.name, "begin it with the name of its enum")
            }
            values.append(
                Value(
                    name: name,
                    contractName: value.name,
                    number: value.number,
                    comment: documentation,
                    refusal: rule
                )
            )
        }
        guard Set(values.map(\.number)).count == values.count else {
            throw ContractError(name, "each value has a number of its own")
        }
        self.values = values
    }

    /// Writes the whole enum.
    func write(to text: inout SourceText) {
        text.document(documentation)
        text.block("\(access) struct \(name): OpenEnum {") { text in
            text.line("/// The number on the wire.")
            text.line("\(access) let rawValue: Int32")
            text.line()
            text.line("/// Wraps a number; one that this version does not know is kept.")
            text.block("\(access) init(rawValue: Int32) {") { $0.line("self.rawValue = rawValue") }
            text.line()
            for value in values {
                text.document(value.documentation)
                text.line(
                    "\(access) static let \(value.name) = \(name)(rawValue: \(value.number))"
                )
            }
            text.line()
            text.line("/// The names in the contract.")
            text.block("\(access) static let names: [Int32: String] = [", "]") { text in
                for value in values { text.line("\(value.number): \"\(value.contractName)\",") }
            }
            text.line("/// The same, by which JSON is written and read.")
            text.line("\(access) static let form = EnumForm(names)")
        }
        RefusalSource(reasons: values).write(to: &text)
    }
}
