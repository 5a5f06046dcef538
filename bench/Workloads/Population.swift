import CommandLineInterface
import Foundation
import Glibc

/// The users of a preloaded store: what it takes to act as them and to write to them.
///
/// It is kept in a file beside the store, for its owner alone: whoever has it can be any of them.
struct Population: Equatable, Sendable {
    /// In the order in which they signed up.
    let users: [User]
    /// When the access tokens end, in seconds since 1970.
    let expiresAt: Int64

    /// One user.
    struct User: Equatable, Sendable {
        /// The number by which the store knows the user.
        let number: UInt64
        /// The token of the personal link.
        let link: String
        /// The access token.
        let accessToken: String
        /// How many notes the user had received when the file was written.
        let receivedCount: Int
    }

    /// The password of all users; hashing takes long, so that a store is filled with one hash.
    static let password = "notelet-bench password"

    /// The address that a user signs in with.
    static func email(ofUserAt index: Int) -> String {
        "user\(index)@bench.example"
    }

    private static let headerWords = ["notelet-bench", "population", "1"]

    /// Where the file of a store is.
    static func path(forStore path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path + ".population"
    }

    /// Joins users with the end of their tokens.
    init(users: [User], expiresAt: Int64) {
        self.users = users
        self.expiresAt = expiresAt
    }

    /// Reads the text of a file; nil if it is not one.
    init?(text: String) {
        var lines = text.split(separator: "\n")
        let header = lines.isEmpty ? [] : lines.removeFirst().split(separator: " ")
        guard header.count == 4, header.dropLast().map(String.init) == Population.headerWords,
            let expiresAt = Int64(header[3])
        else { return nil }
        var users: [User] = []
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 4, let number = UInt64(words[0]), let count = Int(words[1])
            else { return nil }
            users.append(
                User(
                    number: number,
                    link: String(words[2]),
                    accessToken: String(words[3]),
                    receivedCount: count
                )
            )
        }
        guard users.count >= 2 else { return nil }
        self.init(users: users, expiresAt: expiresAt)
    }

    /// The text of the file: a header, then one user a line.
    var text: String {
        var text = Population.headerWords.joined(separator: " ") + " \(expiresAt)\n"
        for user in users {
            text += "\(user.number) \(user.receivedCount) \(user.link) \(user.accessToken)\n"
        }
        return text
    }

    /// Reads a file.
    init(path: String) throws {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandFailure(.inputOutput, "The population \(path) cannot be read.")
        }
        guard let population = Population(text: text) else {
            throw CommandFailure(
                .badData,
                "\(path) is no population that 'notelet-bench preload' wrote."
            )
        }
        self = population
    }

    /// Writes the file, which the owner alone may read.
    func write(to path: String) throws {
        let isWritten = FileManager.default.createFile(
            atPath: path,
            contents: Data(text.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else {
            throw CommandFailure(.inputOutput, "The population \(path) cannot be written.")
        }
        // A file that was there before keeps its mode.
        chmod(path, 0o600)
    }
}
