/// How a request ended, by its number in HTTP.
package struct HTTPStatus: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: Int

    /// Wraps a number.
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Here is what was asked for.
    package static let ok = HTTPStatus(rawValue: 200)
    /// Done, and there is nothing to say.
    package static let noContent = HTTPStatus(rawValue: 204)
    /// What comes of it is to be got elsewhere.
    package static let seeOther = HTTPStatus(rawValue: 303)
    /// What the client has is what there is.
    package static let notModified = HTTPStatus(rawValue: 304)
    /// The request is wrong.
    package static let badRequest = HTTPStatus(rawValue: 400)
    /// The request may not come from where it comes.
    package static let forbidden = HTTPStatus(rawValue: 403)
    /// There is no such page.
    package static let notFound = HTTPStatus(rawValue: 404)
    /// This is not asked for by this verb.
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    /// The body is longer than is taken.
    package static let contentTooLarge = HTTPStatus(rawValue: 413)
    /// The body is of a kind that is not taken.
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    /// The server broke one of its own rules.
    package static let internalServerError = HTTPStatus(rawValue: 500)
    /// Not now.
    package static let serviceUnavailable = HTTPStatus(rawValue: 503)
}

/// A line of the head of a response.
package struct HTTPHeader: Hashable, Sendable {
    /// What it is about.
    package let name: String
    /// What it says: printable ASCII.
    package let value: String

    /// Joins a name and a value.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
