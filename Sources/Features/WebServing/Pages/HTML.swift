/// HTML that is put together of elements, in which every text is escaped.
package struct HTML: Sendable {
    /// What is sent.
    package private(set) var text: String

    /// An attribute with its value; one without a value is there or not.
    package struct Attribute: Sendable {
        let name: StaticString
        let value: String?

        /// An attribute that has a value.
        package init(_ name: StaticString, _ value: String) {
            self.name = name
            self.value = value
        }

        /// An attribute that says something by being there.
        package init(_ name: StaticString) {
            self.name = name
            value = nil
        }
    }

    private init(raw text: String) {
        self.text = text
    }

    /// A text, whoever wrote it.
    package static func text(_ text: String) -> HTML {
        var html = HTML(raw: "")
        html.append(escaping: text)
        return html
    }

    /// Parts, one behind the other.
    package static func joined(_ parts: [HTML]) -> HTML {
        HTML(raw: parts.map(\.text).joined())
    }

    /// An element with what is in it.
    package static func element(
        _ name: StaticString,
        _ attributes: [Attribute] = [],
        _ content: HTML...
    ) -> HTML {
        element(name, attributes, content)
    }

    /// An element with what is in it.
    package static func element(
        _ name: StaticString,
        _ attributes: [Attribute],
        _ content: [HTML]
    ) -> HTML {
        var html = void(name, attributes)
        html.text += joined(content).text
        html.text += "</\(name)>"
        return html
    }

    /// An element that has nothing in it and no end, such as `input`.
    package static func void(_ name: StaticString, _ attributes: [Attribute] = []) -> HTML {
        var html = HTML(raw: "<\(name)")
        for attribute in attributes {
            html.text += " \(attribute.name)"
            guard let value = attribute.value else { continue }
            html.text += "=\""
            html.append(escaping: value)
            html.text += "\""
        }
        html.text += ">"
        return html
    }

    /// A whole page.
    package static func document(
        language: String,
        head: [HTML],
        body: [HTML]
    ) -> HTML {
        let charset = void("meta", [Attribute("charset", "utf-8")])
        let page = element(
            "html",
            [Attribute("lang", language)],
            element("head", [], [charset] + head),
            element("body", [], body)
        )
        return HTML(raw: "<!DOCTYPE html>\n" + page.text + "\n")
    }

    private mutating func append(escaping text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": self.text += "&amp;"
            case "<": self.text += "&lt;"
            case ">": self.text += "&gt;"
            case "\"": self.text += "&quot;"
            case "'": self.text += "&#39;"
            // HTML has no way to say it.
            case "\u{0}": self.text += "\u{FFFD}"
            default: self.text.unicodeScalars.append(scalar)
            }
        }
    }
}
