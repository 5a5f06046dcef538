internal import Connect
internal import Domain
internal import HTTP
internal import NoteletAPI
internal import Serving
internal import TTRPC
internal import WebServing

/// One request of a visitor for a page: from where, in which language, and how it is answered.
struct Visit: Sendable {
    let peer: WebPeer
    let door: WebDoor
    let pages: VisitorPage
    let isPost: Bool
    /// The token of the browser's session, which pages of other origins cannot use.
    let token: TokenText?
    private let connection: ObjectIdentifier

    init(_ request: borrowing HTTPRequest, _ peer: WebPeer, _ door: WebDoor) {
        self.peer = peer
        self.door = door
        pages = VisitorPage(
            in: PageLanguage(accepting: request.header("accept-language")),
            below: door.configuration.place.basePath
        )
        isPost = request.verb == "POST"
        token = peer.isOwn ? door.session(of: request).token : nil
        connection = ObjectIdentifier(request.connection)
    }

    /// What the answer says in its head.
    var headers: [HTTPHeader] { peer.headers + [HTTPHeader("Vary", "Accept-Language")] }

    /// Calls a method for the visitor.
    func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        token: TokenText? = nil,
        key: String = "",
        completion: @escaping @Sendable (Result<Response, DomainError>) -> Void
    ) {
        door.call(
            method,
            request,
            from: peer,
            token: token,
            key: key.isEmpty ? nil : key,
            on: connection,
            completion: completion
        )
    }

    /// Shows a page.
    func page(_ html: HTML) -> HTTPReception { .answer(answer(html)) }

    /// The answer that shows a page; some of them have notes and answers in them.
    func answer(_ html: HTML, _ status: HTTPStatus = .ok) -> HTTPResponse {
        .page(status, html, headers: headers, isPadded: peer.isEncrypted)
    }

    /// The answer that says why there is no form for a link.
    func refusal(_ error: DomainError, of link: String) -> HTTPResponse {
        let sentence = sentence(of: error)
        let html: HTML =
            switch error {
            case .refused(.linkNotFound): pages.closed(sentence)
            case .refused(.signInToWrite): pages.signIn(sentence, to: link)
            default: pages.failed(sentence)
            }
        return answer(html, status(of: error))
    }

    /// What the visitor is told of a refusal.
    func sentence(of error: DomainError) -> String {
        error.sentences[pages.language.rawValue] ?? ""
    }

    /// The status of HTTP under which a refusal travels.
    func status(of error: DomainError) -> HTTPStatus {
        let code = ConnectCode(rawValue: Status(error).code.rawValue) ?? .unknown
        return HTTPStatus(rawValue: code.httpStatus)
    }
}
