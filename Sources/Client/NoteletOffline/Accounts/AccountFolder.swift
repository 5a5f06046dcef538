internal import Foundation
internal import NoteletClient
internal import NoteletInterface

/// The folder of an application: the file of each account that was signed in there, and a file that
/// names the one that is.
///
/// The file of a copy is never removed: who has it open in another process would go on writing
/// into a file without a name.
struct AccountFolder: Sendable {
    /// Where it is.
    let place: URL

    /// An account, and the log-in that it is signed in by.
    struct SignIn: Hashable, Sendable {
        let userId: UUID
        /// What tells the log-in from others, so that no later one is taken for that account's.
        let label: String
    }

    /// Makes the folder, unless it is there.
    ///
    /// - Throws: `AppError`, `unknown` where it cannot be made.
    func make() throws(AppError) {
        try onDisk {
            try FileManager.default.createDirectory(
                at: place,
                withIntermediateDirectories: true,
                // Notes are nobody else's to read.
                attributes: [.posixPermissions: 0o700]
            )
        }
    }

    /// Where the copy of an account is.
    func copyPath(of userId: UUID) -> String {
        place.appendingPathComponent(userId.uuidString.lowercased() + ".sqlite").path
    }

    /// Who is signed in, as was noted last.
    var signIn: SignIn? { signIn(at: nameFile) }

    /// Who wanted to sign out and was not seen to have done so.
    var leaving: SignIn? { signIn(at: leavingFile) }

    /// Notes who is signed in.
    ///
    /// - Throws: `AppError`, `unknown` where that cannot be written.
    func note(_ signIn: SignIn) throws(AppError) {
        let text = "\(signIn.userId.uuidString) \(signIn.label)"
        try onDisk { try PrivateFile.replace(nameFile.path, with: [UInt8](text.utf8)) }
    }

    /// Notes that who is signed in wants to sign out: a new name needs no room on the disk.
    func beginLeaving() {
        try? PrivateFile.move(nameFile.path, to: leavingFile.path)
    }

    /// Notes that who wanted to sign out is signed in still.
    func cancelLeaving() {
        if signIn != nil { return endLeaving() }
        try? PrivateFile.move(leavingFile.path, to: nameFile.path)
    }

    /// Forgets who wanted to sign out.
    func endLeaving() {
        try? FileManager.default.removeItem(at: leavingFile)
    }

    /// More than an id and a label have.
    private static let nameByteCountMax = 256

    private var nameFile: URL { place.appendingPathComponent("account") }
    private var leavingFile: URL { place.appendingPathComponent("account.leaving") }

    private func signIn(at file: URL) -> SignIn? {
        let bytes = try? PrivateFile.contents(of: file.path, byteCountMax: Self.nameByteCountMax)
        let words = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: " ") }
        guard let words, words.count == 2, let id = UUID(uuidString: String(words[0])) else {
            return nil
        }
        return SignIn(userId: id, label: String(words[1]))
    }

    private func onDisk(_ body: () throws -> Void) throws(AppError) {
        do {
            try body()
        } catch {
            throw .unknown("The folder of the copy cannot be used: \(error)")
        }
    }
}
