import Glibc

/// A new directory for the socket files of one test, removed at its end with what is in it.
func withTemporaryDirectory(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/networking-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw TemporaryDirectoryError.refused(errno) }
    let path = template.withUnsafeBufferPointer { buffer in
        String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    defer {
        for name in ["x.sock", "y.sock", "file"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }
    try body(path)
}

/// The directory could not be made.
enum TemporaryDirectoryError: Error {
    case refused(Int32)
}
