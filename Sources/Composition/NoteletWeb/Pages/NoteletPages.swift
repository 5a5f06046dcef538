internal import Domain
package import HTTP
internal import NoteletAPI
internal import ProtobufCoding
internal import Serving
internal import TextForms
package import WebServing

/// The pages of the product: what a visitor of a personal link sees, and the owner's application.
package struct NoteletPages: WebPages {
    private let linkBaseURL: String
    private let assets: WebAssets

    /// A form has the longest note with each byte escaped, and some more.
    private static let formByteCountMax = 3 * 8 * 1_024 + 4_096

    /// Prepares the pages of a service.
    ///
    /// - Parameter linkBaseURL: What comes before the token in a personal link.
    package init(linkBaseURL: String) {
        self.linkBaseURL = linkBaseURL
        assets = WebAssets(.ofPeople)
    }

    /// What the paths of pages, and of the files that they are made with, begin with.
    package static let firstParts: Set<String> = ["app", "assets", "qr.svg", "receive", "reply"]

    /// Shows a page, sends what a form has, or gives a file that pages are made with.
    package func receive(
        _ request: borrowing HTTPRequest,
        from peer: WebPeer,
        at door: WebDoor
    ) -> HTTPReception? {
        guard ["GET", "HEAD", "POST"].contains(request.verb) else { return nil }
        let path = door.path(of: request)
        switch path {
        case "", "/", "/app/":
            let home = door.configuration.place.basePath + "/app"
            let headers = peer.headers + [HTTPHeader("Location", home)]
            return .answer(HTTPResponse(.seeOther, headers: headers, body: []))
        case "/app":
            return .answer(assets.page("app.html", headers: peer.headers))
        default:
            if let file = assets.response(to: path, of: request, headers: peer.headers) {
                return .answer(file)
            }
            return receive(path, Visit(request, peer, door))
        }
    }

    /// What becomes of a visit; nil for a path that is no page's.
    private func receive(_ path: String, _ visit: Visit) -> HTTPReception? {
        let isOfLink = path.hasPrefix(VisitorPage.receivePrefix)
        guard isOfLink || ["/qr.svg", "/reply"].contains(path) else { return nil }
        // An app without notes has links to its people, and nothing that can be sent to them.
        if let refusal = visit.door.refusal(of: MessagesAPI.sendToLink.summary) {
            return .answer(visit.refusal(refusal, of: ""))
        }
        switch path {
        case "/qr.svg":
            return code(visit)
        case "/reply":
            return visit.isPost ? reply(visit) : visit.page(visit.pages.code())
        default:
            let link = Self.link(path.dropFirst(VisitorPage.receivePrefix.count))
            return visit.isPost ? send(to: link, visit) : form(of: link, visit)
        }
    }

    /// The form of a link: for whom it is, or why it is not there.
    private func form(of link: String, _ visit: Visit) -> HTTPReception {
        .body(byteCountMax: 0) { _, reply in
            visit.call(ProfilesAPI.findByLink, FindByLinkRequest(link: link)) { found in
                switch found {
                case .success(let response) where response.profile?.senderPolicy == .signedIn:
                    formForSignedIn(of: link, response, visit, reply)
                case .success(let response):
                    let draft = draft(to: link, response, key: visit.door.makeKey())
                    reply.send(visit.answer(visit.pages.form(draft)))
                case .failure(let error): reply.send(visit.refusal(error, of: link))
                }
            }
        }
    }

    /// The form for somebody whose session the browser has; how to get one for anybody else.
    private func formForSignedIn(
        of link: String,
        _ response: FindByLinkResponse,
        _ visit: Visit,
        _ reply: HTTPReply
    ) {
        let token = visit.token
        visit.call(ProfilesAPI.getProfile, GetProfileRequest(), token: token) { found in
            guard case .success = found else {
                let sentence = visit.sentence(of: .refused(.signInToWrite))
                return reply.send(visit.answer(visit.pages.signIn(sentence, to: link)))
            }
            var draft = draft(to: link, response, key: visit.door.makeKey())
            draft.sender = .signedIn
            reply.send(visit.answer(visit.pages.form(draft)))
        }
    }

    private func draft(
        to link: String,
        _ response: FindByLinkResponse,
        key: String
    ) -> VisitorPage.Draft {
        VisitorPage.Draft(
            link: link,
            url: linkBaseURL + link,
            name: response.profile?.username ?? "",
            key: key
        )
    }

    /// Sends what a form has, which came without a script.
    private func send(to link: String, _ visit: Visit) -> HTTPReception {
        .body(byteCountMax: Self.formByteCountMax) { body, reply in
            let form = PageForm(body)
            let request = SendToLinkRequest(link: link, content: form["content"])
            let isSignedIn = VisitorPage.Sender(session: form["session"]) == .signedIn
            // Without a session that counts, nobody is made a stranger of.
            let token = isSignedIn ? visit.token ?? .ofNobody : nil
            visit.call(MessagesAPI.sendToLink, request, token: token, key: form["key"]) { sent in
                switch sent {
                case .success where isSignedIn:
                    reply.send(visit.answer(visit.pages.sentBySignedIn()))
                case .success(let response):
                    let until = Self.day(of: response.ticketExpiresAt)
                    let page = visit.pages.sent(ticket: response.replyTicket, until: until)
                    reply.send(visit.answer(page))
                case .failure(let error):
                    retry(of: form, to: link, visit, error, reply)
                }
            }
        }
    }

    /// The form once more, with what was written and why it was not sent.
    private func retry(
        of form: PageForm,
        to link: String,
        _ visit: Visit,
        _ error: DomainError,
        _ reply: HTTPReply
    ) {
        visit.call(ProfilesAPI.findByLink, FindByLinkRequest(link: link)) { found in
            guard case .success(let response) = found else {
                return reply.send(visit.refusal(error, of: link))
            }
            // A key that was used for another text is good for that alone.
            let isWorn = error == .refused(.idempotencyKeyReused)
            let key = isWorn || form["key"].isEmpty ? visit.door.makeKey() : form["key"]
            var draft = draft(to: link, response, key: key)
            draft.sender = VisitorPage.Sender(session: form["session"])
            draft.content = form["content"]
            draft.problem = visit.sentence(of: error)
            reply.send(visit.answer(visit.pages.form(draft), visit.status(of: error)))
        }
    }

    /// Looks the answer up whose code a form has.
    private func reply(_ visit: Visit) -> HTTPReception {
        .body(byteCountMax: Self.formByteCountMax) { body, reply in
            let ticket = PageForm(body)["ticket"].filter { !$0.isWhitespace }
            visit.call(MessagesAPI.getReply, GetReplyRequest(replyTicket: ticket)) { found in
                switch found {
                case .success(let response):
                    let until = Self.day(of: response.expiresAt)
                    let page =
                        response.answer.map { visit.pages.answered($0.content, until: until) }
                        ?? visit.pages.pending(ticket: ticket, until: until)
                    reply.send(visit.answer(page))
                case .failure(let error):
                    let page = visit.pages.code(problem: visit.sentence(of: error))
                    reply.send(visit.answer(page, visit.status(of: error)))
                }
            }
        }
    }

    /// The QR code of the link of whoever is signed in.
    private func code(_ visit: Visit) -> HTTPReception {
        .body(byteCountMax: 0) { _, reply in
            let token = visit.token
            visit.call(ProfilesAPI.getProfile, GetProfileRequest(), token: token) { found in
                guard case .success(let response) = found,
                    let url = response.user?.personalLink?.url, let code = QRCode(url)
                else {
                    return reply.send(HTTPResponse(.notFound, headers: visit.headers, body: []))
                }
                let type = [HTTPHeader("Content-Type", "image/svg+xml")]
                let headers = visit.headers + type
                reply.send(HTTPResponse(.ok, headers: headers, body: Array(code.svg.utf8)))
            }
        }
    }

    /// The token in a path; nothing, which is nobody's link, where it is none: other characters
    /// would have their meaning in the addresses of the page.
    private static func link(_ text: Substring) -> String {
        let text = String(text)
        return Base64URL.decode(text) == nil ? "" : text
    }

    private static func day(of moment: Timestamp?) -> String {
        let milliseconds = (moment?.seconds ?? 0).multipliedReportingOverflow(by: 1_000)
        return String(MomentText.minuteText(ofMilliseconds: milliseconds.partialValue).prefix(10))
    }
}
