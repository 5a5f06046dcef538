internal import Foundation
internal import Glibc
internal import OperatingSystem

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
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            if SystemError(errno) == .notPlainFile {
                throw Failure(
                    description: "The session file \(path) is no file: name another one.",
                    korean: "세션 파일 \(path)은(는) 파일이 아닙니다."
                )
            }
            throw failure("cannot be read", "읽을 수 없습니다", errno)
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw failure("cannot be read", "읽을 수 없습니다", errno)
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(
                description: "The session file \(path) can be read by others: run chmod 600 on it, "
                    + "or remove it and log in anew.",
                korean: "세션 파일 \(path)을(를) 다른 사람도 읽을 수 있습니다. chmod 600으로 막거나, 파일을 지우고 다시 "
                    + "로그인하시기 바랍니다."
            )
        }
        let bytes = try file.read(upToCount: Self.byteCountMax) ?? Data()
        do {
            return try JSONDecoder().decode(StoredSession.self, from: bytes)
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
            guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
                throw failure("cannot be removed", "지울 수 없습니다", errno)
            }
            return
        }
        try makeFolder((path as NSString).deletingLastPathComponent)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let bytes = [UInt8](try encoder.encode(session))
        do throws(SystemError) {
            try FileReplacement.write(bytes, to: path)
        } catch {
            throw failure("cannot be written", "쓸 수 없습니다", error.number)
        }
    }

    /// Finds out whether a session could be kept, and leaves the file as it is.
    ///
    /// Ask before a session is opened: one that cannot be kept is lost, and so is a guest with it.
    ///
    /// - Throws: `Failure`.
    public func checkWritable() throws {
        try makeFolder((path as NSString).deletingLastPathComponent)
        do throws(SystemError) {
            let file = try FileReplacement(at: path)
            try file.write([UInt8](repeating: 0, count: Self.byteCountUsual))
        } catch {
            throw failure("cannot be written", "쓸 수 없습니다", error.number)
        }
    }

    private func makeFolder(_ folder: String) throws {
        if folder.isEmpty || mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        let parent = (folder as NSString).deletingLastPathComponent
        if errno == ENOENT, parent != folder {
            try makeFolder(parent)
            if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
        }
        let error = SystemError(errno)
        throw Failure(
            description: "The folder \(folder) of the session file cannot be made: \(error).",
            korean: "세션 파일의 폴더 \(folder)을(를) 만들 수 없습니다: \(error.korean)."
        )
    }

    private func failure(_ what: String, _ korean: String, _ number: Int32) -> Failure {
        let error = SystemError(number)
        return Failure(
            description: "The session file \(path) \(what): \(error).",
            korean: "세션 파일 \(path)을(를) \(korean): \(error.korean)."
        )
    }
}
