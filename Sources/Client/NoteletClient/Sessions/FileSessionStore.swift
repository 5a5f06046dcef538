internal import Foundation

/// Keeps a session in a file that only its owner can read.
///
/// The file is replaced as a whole, with mode 0600; a missing folder is made with mode 0700. A file
/// that others can read is refused, since its tokens may have been.
public struct FileSessionStore: SessionStore {
    /// The path of the file.
    public let path: String

    /// What can go wrong with the file.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// Which file, what is wrong, and what would help.
        public let description: String
        /// The same in Korean.
        package let korean: String
    }

    /// More than any session; what is longer is not one.
    private static let byteCountMax = 64 << 10
    /// About what a session takes up.
    private static let byteCountUsual = 1 << 10

    /// Names the file, which need not exist.
    ///
    /// - Parameter path: The path of the file.
    public init(path: String) {
        self.path = path
    }

    /// Reads the file.
    ///
    /// - Returns: The session, or nil if there is no file.
    /// - Throws: `Failure`.
    public func load() throws -> StoredSession? {
        guard let bytes = try contents() else { return nil }
        do {
            return try JSONDecoder().decode(StoredSession.self, from: Data(bytes))
        } catch {
            throw Failure(
                description: "The session file \(path) is damaged: remove it and log in anew.",
                korean: "세션 파일 \(path)이(가) 손상되었습니다. 파일을 지우고 다시 로그인하시기 바랍니다."
            )
        }
    }

    /// Replaces or removes the file.
    ///
    /// - Parameter session: The session to keep, or nil to remove the file.
    /// - Throws: `Failure`; the old file is as it was then.
    public func save(_ session: StoredSession?) throws {
        guard let session else {
            do throws(PrivateFile.Refusal) {
                return try PrivateFile.remove(path)
            } catch {
                throw failure("cannot be removed", "지울 수 없습니다", error)
            }
        }
        try makeFolder()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(session))
        do throws(PrivateFile.Refusal) {
            try PrivateFile.replace(path, with: bytes)
        } catch {
            throw failure("cannot be written", "쓸 수 없습니다", error)
        }
    }

    /// Runs a body while this program holds the lock of the file, `PATH.lock`.
    ///
    /// A program that was stopped while it holds the lock is waited for 10 seconds; a lock that
    /// cannot be made is not.
    ///
    /// - Parameter body: Reads, refreshes and saves.
    /// - Returns: What it returns.
    public func alone<Value>(_ body: () async -> Value) async -> Value {
        let deadline = ContinuousClock.now + Self.lockPatience
        while ContinuousClock.now < deadline, !Task.isCancelled {
            do throws(PrivateFile.Refusal) {
                guard let lock = try FileLock.take(path + ".lock") else {
                    try? await Task.sleep(for: Self.lockPause)
                    continue
                }
                let value = await body()
                _ = consume lock
                return value
            } catch {
                break
            }
        }
        return await body()
    }

    /// How long another program may hold the lock.
    ///
    /// The server gives who comes with a spent refresh token the same session again for 30 seconds,
    /// and takes a later one for a thief: a holder that was stopped may have spent it.
    private static let lockPatience: Duration = .seconds(10)
    /// How long to wait before the lock is tried again; a refresh takes some milliseconds.
    private static let lockPause: Duration = .milliseconds(20)

    /// Finds out whether a session could be kept, and leaves the file as it is.
    ///
    /// Ask before a session is opened: one that cannot be kept is lost, and so is a guest with it.
    ///
    /// - Throws: `Failure`.
    public func checkWritable() throws {
        try makeFolder()
        do throws(PrivateFile.Refusal) {
            try PrivateFile.checkReplaceable(path, byteCount: Self.byteCountUsual)
        } catch {
            throw failure("cannot be written", "쓸 수 없습니다", error)
        }
    }

    private func contents() throws(Failure) -> [UInt8]? {
        do throws(PrivateFile.Refusal) {
            return try PrivateFile.contents(of: path, byteCountMax: Self.byteCountMax)
        } catch {
            throw failure("cannot be read", "읽을 수 없습니다", error)
        }
    }

    private func makeFolder() throws(Failure) {
        do throws(PrivateFile.UnmadeFolder) {
            try PrivateFile.makeFolder(PrivateFile.folder(of: path))
        } catch {
            let (reason, korean) = Self.reasons(error.number)
            throw Failure(
                description: "The folder \(error.path) of the session file cannot be made: "
                    + "\(reason).",
                korean: "세션 파일의 폴더 \(error.path)을(를) 만들 수 없습니다: \(korean)."
            )
        }
    }

    private func failure(
        _ what: String,
        _ korean: String,
        _ refusal: PrivateFile.Refusal
    ) -> Failure {
        switch refusal {
        case .system(let number):
            let (reason, koreanReason) = Self.reasons(number)
            return Failure(
                description: "The session file \(path) \(what): \(reason).",
                korean: "세션 파일 \(path)을(를) \(korean): \(koreanReason)."
            )
        case .notAFile:
            return Failure(
                description: "The session file \(path) is no file: name another one.",
                korean: "세션 파일 \(path)은(는) 파일이 아닙니다."
            )
        case .exposed:
            return Failure(
                description: "The session file \(path) can be read by others: run chmod 600 on it, "
                    + "or remove it and log in anew.",
                korean: "세션 파일 \(path)을(를) 다른 사람도 읽을 수 있습니다. chmod 600으로 막거나, 파일을 지우고 다시 "
                    + "로그인하시기 바랍니다."
            )
        }
    }

    /// Why the system refused: in its own words, and in Korean, unless that is rare.
    private static func reasons(_ number: Int32) -> (english: String, korean: String) {
        let reason = String(cString: strerror(number))
        return (reason, koreanReason(ofSystemError: number) ?? reason)
    }
}
