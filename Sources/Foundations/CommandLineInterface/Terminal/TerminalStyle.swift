/// When a program colours its output, as `--color` says it.
package enum ColorChoice: String, Sendable, CaseIterable {
    /// On a terminal that can, unless `NO_COLOR` is set.
    case auto
    /// Everywhere.
    case always
    /// Nowhere.
    case never
}

/// Marks text for a terminal, or leaves it as it is where marks do not belong.
package struct TerminalStyle: Sendable, Equatable {
    /// Whether marks are written.
    package let isOn: Bool

    /// A look that text can have.
    package enum Look: String, Sendable, CaseIterable {
        /// Stands out.
        case bold = "1"
        /// Stays behind.
        case dim = "2"
        /// Something failed.
        case red = "31"
        /// Something went well.
        case green = "32"
        /// Something to act on, such as a link.
        case cyan = "36"
    }

    /// A style that leaves all text as it is.
    package static let plain = TerminalStyle(isOn: false)

    /// Makes a style that marks text or does not.
    package init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Decides by the person's choice, then `NO_COLOR` (https://no-color.org), then the terminal.
    package init(_ choice: ColorChoice, isTerminal: Bool, environment: [String: String]) {
        switch choice {
        case .always: isOn = true
        case .never: isOn = false
        case .auto:
            let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
            let isDumb = environment["TERM"] == "dumb"
            isOn = isTerminal && !isRefused && !isDumb
        }
    }

    /// Returns the text with marks around it; the text must not hold marks of its own.
    package func apply(_ look: Look, to text: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
    }
}
