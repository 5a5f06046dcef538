/// A peer that a script of bench/peers runs for as long as its standard input is open.
///
/// When that closes, the script stops the peer and removes what it wrote.
final class PeerScript {
    /// What the script said after 'ready', word by word.
    let words: [String]
    private let process: HeldProgram

    /// Starts a peer, and returns once it serves.
    ///
    /// - Parameters:
    ///   - path: The script.
    ///   - arguments: What it is called with.
    ///   - wordCountMin: How many words have to follow 'ready'.
    /// - Throws: `PeerAbsence` if it does not come up.
    init(path: String, arguments: [String], wordCountMin: Int) throws(PeerAbsence) {
        do {
            process = try HeldProgram(path: path, arguments: arguments)
        } catch {
            throw PeerAbsence(reason: "\(path) cannot be run: name its folder with --peers")
        }
        let said = process.readLine().split(whereSeparator: \.isWhitespace).map(String.init)
        guard said.first == "ready", said.count > wordCountMin else {
            process.stop()
            throw PeerAbsence(reason: process.lastComplaint() ?? "it did not start")
        }
        words = Array(said.dropFirst())
    }

    /// Stops the peer, and waits until it has gone.
    func stop() {
        process.stop()
    }
}

/// Why a peer cannot be measured, such as that it is not installed.
struct PeerAbsence: Error, CustomStringConvertible {
    let reason: String

    var description: String { reason }
}
