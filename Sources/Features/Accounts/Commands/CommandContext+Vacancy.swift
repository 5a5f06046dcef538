import CommandLineInterface
import Foundation
import NoteletClient
import PersonCommands

extension CommandContext {
    /// Refuses to put another session in the place of one that is alive, or one that could not be
    /// kept; one that has ended gives way.
    ///
    /// - Parameter isSame: Whether an account is the one that is to sign in: it loses nothing.
    /// - Throws: `CommandFailure`, `NoteletError`.
    func requireVacancy(unlessFor isSame: (User) -> Bool = { _ in false }) async throws {
        try requireSessionOfPlace()
        switch try await notelet.currentUser() {
        case .user(let user)? where isSame(user): break
        case nil: break
        case .user?: throw CommandFailure(.refused, occupied)
        case .guest?:
            let loss = phrase(
                "손님은 로그아웃하면 사라지고, 보낸 쪽지와 답장을 다시 볼 수 없습니다. 남겨 두려면 --session으로 다른 파일을 지정하시기 바랍니다.",
                "It is a guest, whose end that is: the notes it sent and their answers are lost "
                    + "to it. To keep them, name another file with --session."
            )
            throw CommandFailure(.refused, "\(occupied) \(loss)")
        }
        try requireRoomForSession()
    }

    /// Refuses to forget or replace a session of another server.
    func requireSessionOfPlace() throws(CommandFailure) {
        if let text = strangeness { throw CommandFailure(.refused, text) }
    }

    /// Whose session it is that counts for nothing here, and what to do; nil where there is none.
    var strangeness: String? { place.strangeness(ofSessionIn: sessions.path, language) }

    private var occupied: String {
        phrase(
            "이미 로그인했습니다. 먼저 'notelet-cli logout'을 실행하시기 바랍니다.",
            "Somebody is signed in already. Run 'notelet-cli logout' first."
        )
    }

    /// Refuses to open a session that could not be kept.
    private func requireRoomForSession() throws(CommandFailure) {
        let folder = URL(fileURLWithPath: sessions.path).deletingLastPathComponent().path
        // The usual folder is made; any other that is not there is sooner a slip of the fingers.
        guard folder == Self.usualFolder || FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure(
                .inputOutput,
                phrase(
                    "세션 파일의 폴더 \(folder)이(가) 없습니다. 폴더를 만들거나 --session으로 다른 파일을 지정하시기 바랍니다.",
                    "The folder \(folder) of the session file does not exist. Make it, or name "
                        + "another file with --session."
                )
            )
        }
        do {
            try sessions.checkWritable()
        } catch {
            let reason = (error as? FileSessionStore.Failure)?.korean ?? "\(error)"
            throw CommandFailure(
                .inputOutput,
                phrase(
                    "\(reason) --session으로 다른 파일을 지정할 수도 있습니다.",
                    "\(error) Name another file with --session."
                )
            )
        }
    }
}
