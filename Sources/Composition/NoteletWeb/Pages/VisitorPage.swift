internal import Domain
internal import NoteRules
internal import WebServing

/// The pages of a visitor who has no account, in the visitor's language.
struct VisitorPage: Sendable {
    let language: PageLanguage

    /// What the paths of links begin with.
    static let receivePrefix = "/receive/"

    private let texts: PageTexts
    /// The path that those of the app are below; empty for the root.
    private let basePath: String

    init(in language: PageLanguage, below basePath: String = "") {
        self.language = language
        self.basePath = basePath
        texts = .inLanguage(language)
    }

    /// What somebody writes to the owner of a link.
    struct Draft: Sendable {
        /// The token of the link.
        let link: String
        /// The whole link.
        let url: String
        /// Whose link it is.
        let name: String
        /// What makes the sending safe to repeat.
        let key: String
        /// As whom it is sent.
        var sender = Sender.stranger
        /// What was written so far.
        var content = ""
        /// Why it was not sent; empty where it was not tried.
        var problem = ""
    }

    /// As whom a visitor writes.
    enum Sender: Sendable {
        /// As nobody in particular, who gets a code.
        case stranger
        /// As the person whose session the browser has, anonymously.
        case signedIn
    }

    /// A note is written here.
    func form(_ draft: Draft) -> HTML {
        let title = texts.title.replacing("{name}", with: Self.shown(draft.name))
        return page(
            title,
            head: share(title, draft.url) + [script("receive.js")],
            heading(texts.heading, draft.name),
            .element("p", [.init("class", "remark")], named(promise(to: draft.sender), draft.name)),
            writing(draft),
            .element("p", [], link(to: "/reply", texts.readReply))
        )
    }

    private func promise(to sender: Sender) -> String {
        switch sender {
        case .stranger: texts.promise
        case .signedIn: texts.promiseToSignedIn
        }
    }

    private func writing(_ draft: Draft) -> HTML {
        let countMax = DomainLimits.contentCharacters.upperBound
        return .element(
            "form",
            [
                .init("class", "form"), .init("method", "post"),
                .init("action", basePath + Self.receivePrefix + draft.link), .init("id", "writing"),
                .init("data-link", draft.link), .init("data-count", "\(countMax)"),
                .init("data-left", texts.left), .init("data-unreachable", texts.unreachable),
                .init("data-session", draft.sender.session),
            ],
            problem(draft.problem),
            .element(
                "div",
                [.init("class", "field")],
                .element("label", [.init("for", "content")], .text(texts.content)),
                .element(
                    "textarea",
                    [
                        .init("id", "content"), .init("name", "content"), .init("dir", "auto"),
                        .init("required"), .init("aria-describedby", "left"),
                    ],
                    .text(draft.content)
                ),
                .element(
                    "p",
                    [.init("class", "count"), .init("id", "left"), .init("aria-live", "polite")],
                    .text(texts.left.replacing("{count}", with: "\(countMax)"))
                )
            ),
            .void(
                "input",
                [.init("type", "hidden"), .init("name", "key"), .init("value", draft.key)]
            ),
            .void(
                "input",
                [
                    .init("type", "hidden"), .init("name", "session"),
                    .init("value", draft.sender.session),
                ]
            ),
            button(texts.send)
        )
    }

    /// A note was sent by somebody whose notes are in the application.
    func sentBySignedIn() -> HTML {
        page(
            texts.sentHeading,
            heading(texts.sentHeading),
            .element("p", [], .text(texts.sentSignedInRemark)),
            .element("p", [], link(to: "/app#sent", texts.sentNotes))
        )
    }

    /// A note was sent, and this code finds its answer.
    func sent(ticket: String, until date: String) -> HTML {
        page(
            texts.sentHeading,
            heading(texts.sentHeading),
            .element("p", [], .text(texts.sentRemark)),
            codeForm(ticket),
            remark(until(date))
        )
    }

    /// A code is entered here; with a script the page shows the answer to that in its address.
    func code(problem text: String = "") -> HTML {
        page(
            texts.codeHeading,
            head: [script("reply.js")],
            heading(texts.codeHeading),
            .element("p", [.init("class", "remark")], .text(texts.codeRemark)),
            problem(text),
            codeForm(nil),
            template("waiting", waiting),
            template("answered", [heading(texts.answeredHeading), answer("")]),
            template("gone", [heading(texts.goneHeading), problem("")])
        )
    }

    private var waiting: [HTML] {
        [
            heading(texts.sentHeading), .element("p", [], .text(texts.keepAddress)),
            .element(
                "p",
                [],
                .element(
                    "button",
                    [.init("type", "button"), .init("data-copied", texts.copied)],
                    .text(texts.copyAddress)
                )
            ),
            .element(
                "p",
                [.init("class", "remark"), .init("role", "status")],
                .text(texts.pendingHeading)
            ),
            .element("p", [.init("class", "error"), .init("role", "alert")]),
            .element("p", [.init("class", "until"), .init("data-until", texts.until)]),
        ]
    }

    /// The note with this code has no answer yet.
    func pending(ticket: String, until date: String) -> HTML {
        page(
            texts.pendingHeading,
            heading(texts.pendingHeading),
            .element("p", [], .text(texts.pendingRemark)),
            codeForm(ticket),
            remark(until(date))
        )
    }

    /// The answer to the note with this code.
    func answered(_ text: String, until date: String) -> HTML {
        page(
            texts.answeredHeading,
            heading(texts.answeredHeading),
            answer(text),
            remark(until(date))
        )
    }

    /// There is no such link, or no longer.
    func closed(_ sentence: String) -> HTML {
        page(texts.closedHeading, heading(texts.closedHeading), .element("p", [], .text(sentence)))
    }

    /// The owner of the link takes notes of people who are signed in.
    ///
    /// Browsers tell of a session only when they come from a page of the same host: who has one
    /// gets to the form by following this page's link to it.
    func signIn(_ sentence: String, to link: String) -> HTML {
        page(
            texts.logIn,
            heading(texts.logIn),
            .element("p", [], .text(sentence)),
            .element("p", [], self.link(to: "/app", texts.logIn)),
            .element("p", [], self.link(to: Self.receivePrefix + link, texts.goOnSignedIn))
        )
    }

    /// Something else was refused.
    func failed(_ sentence: String) -> HTML {
        page(texts.failedHeading, heading(texts.failedHeading), .element("p", [], .text(sentence)))
    }
}

extension VisitorPage.Sender {
    /// What a form says of it: where the tokens are, as in the header `Notelet-Session`.
    var session: String {
        switch self {
        case .stranger: ""
        case .signedIn: "cookie"
        }
    }

    /// As whom a form is sent.
    init(session: String) { self = session == "cookie" ? .signedIn : .stranger }
}

// What the pages are made of.
extension VisitorPage {
    private func page(_ title: String, head: [HTML] = [], _ content: HTML...) -> HTML {
        .document(
            language: language.rawValue,
            head: [
                .void(
                    "meta",
                    [
                        .init("name", "viewport"),
                        .init("content", "width=device-width, initial-scale=1"),
                    ]
                ),
                .void("meta", [.init("name", "color-scheme"), .init("content", "light dark")]),
                .void("meta", [.init("name", "robots"), .init("content", "noindex")]),
                .element("title", [], .text(title)),
                .void(
                    "link",
                    [.init("rel", "stylesheet"), .init("href", basePath + "/assets/app.css")]
                ),
                .void("link", [.init("rel", "icon"), .init("href", "data:,")]),
            ] + head,
            body: [
                .element(
                    "div",
                    [.init("id", "app"), .init("class", "signed-out")],
                    .element(
                        "header",
                        [.init("class", "top")],
                        .element("p", [.init("class", "mark")], .text("Notelet"))
                    ),
                    .element("main", [.init("class", "screen")], content)
                )
            ]
        )
    }

    /// What other sites show of the page where somebody shares its address.
    private func share(_ title: String, _ url: String) -> [HTML] {
        let facts = [
            ("og:type", "website"), ("og:site_name", "Notelet"), ("og:title", title),
            ("og:description", texts.description), ("og:url", url),
        ]
        return facts.map { property, content in
            .void("meta", [.init("property", property), .init("content", content)])
        } + [
            .void("meta", [.init("name", "twitter:card"), .init("content", "summary")]),
            .void("meta", [.init("name", "description"), .init("content", texts.description)]),
        ]
    }

    private func script(_ name: String) -> HTML {
        .element("script", [.init("type", "module"), .init("src", "\(basePath)/assets/\(name)")])
    }

    private func heading(_ text: String, _ name: String = "") -> HTML {
        .element("h1", [.init("tabindex", "-1")], named(text, name))
    }

    /// A sentence with somebody's name in it, set apart from the text around it.
    private func named(_ text: String, _ name: String) -> HTML {
        let parts = text.split(separator: "{name}", omittingEmptySubsequences: false)
        let pieces = parts.enumerated().flatMap { index, part -> [HTML] in
            let piece = HTML.text(String(part))
            return index == 0 ? [piece] : [.element("bdi", [], .text(Self.shown(name))), piece]
        }
        return .joined(pieces)
    }

    private func problem(_ text: String) -> HTML {
        .element(
            "p",
            [.init("class", "error"), .init("id", "problem"), .init("role", "alert")],
            .text(text)
        )
    }

    private func answer(_ text: String) -> HTML {
        .element(
            "article",
            [.init("class", "note")],
            .element(
                "p",
                [.init("class", "prose"), .init("dir", "auto")],
                .text(Self.shown(text))
            )
        )
    }

    private func codeForm(_ ticket: String?) -> HTML {
        let value: [HTML.Attribute] =
            ticket.map { [.init("value", $0), .init("readonly")] } ?? [.init("required")]
        return .element(
            "form",
            [
                .init("class", "form"), .init("method", "post"),
                .init("action", basePath + "/reply"),
            ],
            .element(
                "div",
                [.init("class", "field address")],
                .element("label", [.init("for", "ticket")], .text(texts.code)),
                .void(
                    "input",
                    [
                        .init("id", "ticket"), .init("name", "ticket"),
                        .init("autocomplete", "off"), .init("spellcheck", "false"),
                    ] + value
                )
            ),
            button(texts.check)
        )
    }

    private func button(_ text: String) -> HTML {
        .element("button", [.init("class", "primary")], .text(text))
    }

    private func link(to path: String, _ text: String) -> HTML {
        .element("a", [.init("href", basePath + path)], .text(text))
    }

    private func remark(_ text: String) -> HTML {
        .element("p", [.init("class", "remark")], .text(text))
    }

    private func until(_ date: String) -> String {
        texts.until.replacing("{date}", with: date)
    }

    private func template(_ name: String, _ content: [HTML]) -> HTML {
        .element("template", [.init("id", name)], content)
    }

    /// A text with a visible mark in place of what nobody could see: it cannot turn the order of
    /// words, or hide in a name.
    ///
    /// What scripts and emoji are joined with stays, and the letters of flags behind the black one.
    /// The scripts of the pages have the same rule.
    static func shown(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var isInFlag = false
        for scalar in text.unicodeScalars {
            isInFlag = scalar == "\u{1F3F4}" || isInFlag && scalar.isTag
            shown.append(scalar.isHidden && !isInFlag ? "▯" : scalar)
        }
        return String(shown)
    }
}

extension Unicode.Scalar {
    /// Whether it is a letter or the end of a flag's name.
    fileprivate var isTag: Bool { ("\u{E0030}"..."\u{E007F}").contains(self) }

    /// Whether nobody sees it by itself, be it that it hides text, or turns its order.
    fileprivate var isHidden: Bool {
        switch self {
        case "\n", "\t", "\u{200C}", "\u{200D}": false
        case "\u{2028}", "\u{2029}", "\u{FFF9}"..."\u{FFFB}": true
        default:
            properties.generalCategory == .control
                || properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }
}
