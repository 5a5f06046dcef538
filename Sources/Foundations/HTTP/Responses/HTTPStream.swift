internal import Locking

/// A body that comes in time: bytes are sent on the thread of its connection, as they are there.
///
/// While there is nothing to send the connection rests, and costs no processor time. Bytes that the
/// client does not take wait here, up to a limit.
package final class HTTPStream: Sendable {
    private let state: Mutex<State>

    /// Jobs and bytes that wait, and whether the connection rests.
    fileprivate struct State {
        /// There from the reply on, and let go at the end, since it keeps the stream.
        var handler: (any HTTPStreamHandler)?
        let byteCountMax: Int
        var jobs: [@Sendable () -> Void] = []
        var bytes: [UInt8] = []
        var sentByteCount = 0
        var isEnded = false
        /// The producer was told to wait.
        var isFull = false
        /// Nothing can be sent any more.
        var isOver = false
        /// How the connection rests; nil while it does not send the stream.
        var pause: HTTPPause?
        var isResting = false

        init(byteCountMax: Int) {
            self.byteCountMax = byteCountMax
        }

        var waitingByteCount: Int { bytes.count - sentByteCount }
    }

    /// What libmicrohttpd reads as the end of a body (`MHD_CONTENT_READER_END_OF_STREAM`).
    private static let bodyHasEnded = -1
    /// What it reads as the end of a connection (`MHD_CONTENT_READER_END_WITH_ERROR`).
    static let bodyIsBroken = -2
    /// How many bytes wait until the producer is told to do so: what a socket takes at once.
    fileprivate static let writableByteCount = 64 << 10

    /// Makes a stream of which nothing is sent before it is given to a reply.
    ///
    /// - Parameter byteCountMax: How many bytes may wait; a producer that sends on while more do
    ///   ends the connection.
    package init(byteCountMax: Int) {
        state = Mutex(State(byteCountMax: byteCountMax))
    }

    /// Joins what hears how the client takes the stream.
    func attach(_ handler: any HTTPStreamHandler) {
        state.withLock { $0.handler = handler }
    }

    /// How many bytes are kept here, sent ones that were not let go among them.
    var keptByteCount: Int { state.withLock { $0.bytes.count } }

    /// Whether the client takes more at present, asked on the thread of the connection.
    ///
    /// After false `streamIsWritable` follows.
    package var isWritable: Bool {
        state.withLock { state in
            let isWritable = !state.isOver && state.waitingByteCount < Self.writableByteCount
            if !isWritable { state.isFull = true }
            return isWritable
        }
    }

    /// Sends bytes, on the thread of the connection.
    package func send(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isOver, !state.isEnded else { return }
            // Whoever was not told to wait may send one more, however long it is.
            guard state.waitingByteCount <= state.byteCountMax else { return state.isOver = true }
            state.bytes.append(contentsOf: bytes)
        }
    }

    /// Ends the body once all is sent, from any thread; nothing is sent after that.
    ///
    /// - Parameter bytes: The last that is sent.
    package func finish(_ bytes: [UInt8]) {
        state.withLock { state in
            guard !state.isOver, !state.isEnded else { return }
            state.bytes.append(contentsOf: bytes)
            state.isEnded = true
            state.wake()
        }
    }

    /// Runs a job on the thread of the connection, soon; never when the stream is over by then.
    package func execute(_ job: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.jobs.append(job)
            state.wake()
        }
    }

    /// Ends the connection, as the server does.
    func abandon() {
        state.withLock { state in
            state.isOver = true
            state.wake()
        }
    }

    /// Begins to send, on the thread of the connection.
    func begin(_ pause: HTTPPause) {
        state.withLock { $0.pause = pause }
    }

    /// Gives the next bytes to libmicrohttpd, or has the connection rest; on its thread.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        // The lock lends it to nobody else.
        nonisolated(unsafe) let buffer = unsafe buffer
        while true {
            runJobs()
            let result: Int? = state.withLock { state in
                if state.isOver { return Self.bodyIsBroken }
                let count = unsafe state.take(into: buffer)
                if count > 0 { return count }
                if state.isEnded { return Self.bodyHasEnded }
                guard state.jobs.isEmpty else { return nil }
                state.rest()
                return 0
            }
            if let result { return result }
        }
    }

    /// Is told that nothing can be sent any more; on the thread of the connection.
    func end() {
        let handler = state.withLock { state in
            state.isOver = true
            state.jobs = []
            state.bytes = []
            state.pause = nil
            return state.handler.take()
        }
        handler?.streamDidEnd(self)
    }

    private func runJobs() {
        let (jobs, hasRoomAgain) = state.withLock { state in
            defer { state.jobs = [] }
            let hasRoom = state.waitingByteCount < Self.writableByteCount
            defer { if hasRoom { state.isFull = false } }
            return (state.jobs, state.isFull && hasRoom)
        }
        for job in jobs { job() }
        if hasRoomAgain { state.withLock { $0.handler }?.streamIsWritable(self) }
    }
}

extension HTTPStream.State {
    /// Copies what waits, as much as there is room for.
    fileprivate mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(waitingByteCount, buffer.count)
        if count == 0 { return 0 }
        let range = sentByteCount..<sentByteCount + count
        unsafe buffer.copyBytes(from: bytes[range])
        sentByteCount += count
        if waitingByteCount == 0 {
            // What a burst took is given back.
            bytes.removeAll(keepingCapacity: bytes.capacity <= HTTPStream.writableByteCount)
            sentByteCount = 0
        } else if sentByteCount >= HTTPStream.writableByteCount {
            bytes.removeFirst(sentByteCount)
            sentByteCount = 0
        }
        return count
    }

    fileprivate mutating func rest() {
        guard let pause else { return }
        isResting = true
        pause.begin()
    }

    fileprivate mutating func wake() {
        guard isResting, let pause else { return }
        isResting = false
        pause.end()
    }
}

/// Hears of a stream's client, on the thread of its connection.
package protocol HTTPStreamHandler: AnyObject, Sendable {
    /// The client takes more again, after `isWritable` was false.
    func streamIsWritable(_ stream: HTTPStream)
    /// The stream is over, whoever ended it; the last thing that is told.
    func streamDidEnd(_ stream: HTTPStream)
}
