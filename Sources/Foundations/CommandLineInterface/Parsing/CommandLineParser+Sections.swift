extension CommandLineParser {
    /// The sections of a file, each with the values that count in it.
    func sections(
        of file: SettingsFile,
        beside invocation: Invocation
    ) throws(UsageError) -> [InvocationSection] {
        var sections: [InvocationSection] = []
        for section in file.sections {
            let kinds = program?.sections ?? []
            guard let declared = kinds.first(where: { $0.kind == section.kind }) else {
                throw wrong("\(section.place): there are no sections of the kind '\(section.kind)'")
            }
            if let complaint = declared.complaint(section.name) {
                throw wrong("\(section.place): \(complaint)")
            }
            let isTaken = { (other: InvocationSection) in
                other.kind == section.kind && other.name == section.name
            }
            if let other = sections.first(where: isTaken) {
                throw wrong(
                    "\(section.place): \(section.kind) '\(section.name)' stands at \(other.place) "
                        + "already"
                )
            }
            sections.append(try values(of: section, declared, beside: invocation))
        }
        return sections
    }

    private func values(
        of section: FileSection,
        _ declared: SettingsSection,
        beside invocation: Invocation
    ) throws(UsageError) -> InvocationSection {
        let settings: [String: FileSetting]
        do throws(SettingsFile.Failure) {
            settings = try SettingsFile.settings(of: declared.options, in: section.lines)
        } catch {
            throw wrong(error.message)
        }
        var values = invocation
        values.keep([])
        for option in declared.options {
            values.forgetPassedOver(option)
            if let setting = settings[option.name] {
                try values.set(setting.texts, of: option, from: .file(setting.place))
            } else if declared.isOwn(option) {
                guard !option.isRequired else {
                    throw wrong("\(section.place): '\(option.name)' is missing in this section")
                }
                let texts = declared.texts(
                    of: option,
                    in: section.name,
                    outside: invocation.texts(of: option)
                )
                let origin = texts.isEmpty ? ValueOrigin.absent : .declaredDefault
                try values.set(texts, of: option, from: origin)
            }
        }
        return InvocationSection(
            kind: section.kind,
            name: section.name,
            place: section.place,
            options: declared.options,
            values: values
        )
    }
}
