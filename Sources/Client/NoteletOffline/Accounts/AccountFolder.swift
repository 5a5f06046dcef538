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

    /// Notes who is signed in.
    ///
    /// - Throws: `AppError`, `unknown` where that cannot be written.
    func note(_ signIn: SignIn) throws(AppError) {
        try onDisk { try write(signIn, to: nameFile) }
    }

    /// Who is signed in by a log-in, also who wanted to sign out of it.
    func signIn(by label: String) -> SignIn? {
        ([signIn].compactMap(\.self) + leaving).first { $0.label == label }
    }

    /// Who wanted to sign out and was not seen to have done so.
    var leaving: [SignIn] {
        let files = try? FileManager.default.contentsOfDirectory(
            at: place,
            includingPropertiesForKeys: nil
        )
        return (files ?? []).filter { $0.pathExtension == Self.leavingExtension }
            .compactMap { signIn(at: $0) }
    }

    /// Notes that an account wants to sign out: where it is named as the one that is signed in,
    /// that is another name of that file, and needs no room on the disk.
    func beginLeaving(_ leaving: SignIn) {
        do {
            if signIn == leaving {
                try PrivateFile.move(nameFile.path, to: leavingFile(of: leaving).path)
            } else {
                try write(leaving, to: leavingFile(of: leaving))
            }
        } catch {
            // It is only for the case that this process ends before the log-out does.
        }
    }

    /// Notes that who wanted to sign out is signed in still.
    func cancelLeaving(_ leaving: SignIn) {
        if signIn != nil { return endLeaving(leaving) }
        try? PrivateFile.move(leavingFile(of: leaving).path, to: nameFile.path)
    }

    /// Forgets who wanted to sign out.
    func endLeaving(_ leaving: SignIn) {
        try? PrivateFile.remove(leavingFile(of: leaving).path)
        if signIn == leaving { try? PrivateFile.remove(nameFile.path) }
    }

    /// More than an id and a label have.
    private static let nameByteCountMax = 256
    private static let leavingExtension = "leaving"

    private var nameFile: URL { place.appendingPathComponent("account") }

    private func leavingFile(of leaving: SignIn) -> URL {
        let name = leaving.userId.uuidString.lowercased()
        return place.appendingPathComponent(name).appendingPathExtension(Self.leavingExtension)
    }

    private func write(_ signIn: SignIn, to file: URL) throws(PrivateFile.Refusal) {
        let text = "\(signIn.userId.uuidString) \(signIn.label)"
        try PrivateFile.replace(file.path, with: [UInt8](text.utf8))
    }

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
