extension ValueSyntax where Value == String {
    /// Any text, the empty one included.
    package static let text = ValueSyntax(
        placeholder: "TEXT",
        expectation: "a text",
        parse: { $0 }
    )

    /// The path of a file; not empty, and not looked up here.
    package static let file = ValueSyntax(
        placeholder: "FILE",
        expectation: "the path of a file",
        completion: .file,
        parse: { $0.isEmpty ? nil : $0 }
    )

    /// The path of a folder; not empty, and not looked up here.
    package static let folder = ValueSyntax(
        placeholder: "FOLDER",
        expectation: "the path of a folder",
        completion: .folder,
        parse: { $0.isEmpty ? nil : $0 }
    )
}

extension ValueSyntax where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
    /// One word out of the cases of an enumeration.
    package static func choice(_ placeholder: any Worded = "WORD") -> ValueSyntax {
        let words = Value.allCases.map(\.rawValue)
        return ValueSyntax(
            placeholder: placeholder,
            expectation: "one of " + words.joined(separator: ", "),
            completion: .words(words),
            parse: { Value(rawValue: $0) }
        )
    }
}

extension ValueSyntax where Value == Bool {
    /// A yes or a no, as environment variables say it; the command line says it by naming a flag.
    package static let yesOrNo = ValueSyntax(
        placeholder: "yes|no",
        expectation: "one of 1, true, yes, on, 0, false, no, off",
        completion: .words(["yes", "no"]),
        parse: { text in
            switch text.lowercased() {
            case "1", "true", "yes", "on": true
            case "0", "false", "no", "off": false
            default: nil
            }
        }
    )
}
