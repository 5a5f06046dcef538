internal import COpenSSL

/// The network as OpenSSL sees it: the two queues of a session, which are never full.
enum TLSTransport {
    /// What OpenSSL calls; made once and never changed, so that any thread may use it.
    nonisolated(unsafe) private static let method: OpaquePointer? = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        guard let method = unsafe BIO_meth_new(kind, "queues") else { return nil }
        unsafe BIO_meth_set_read_ex(method, readFromQueue)
        unsafe BIO_meth_set_write_ex(method, writeToQueue)
        unsafe BIO_meth_set_ctrl(method, control)
        return unsafe method
    }()

    /// Makes the transport of a session, which must outlive it; nil without memory.
    static func make(for session: TLSSession) -> OpaquePointer? {
        guard let transport = unsafe BIO_new(method) else { return nil }
        unsafe BIO_set_data(transport, Unmanaged.passUnretained(session).toOpaque())
        unsafe BIO_set_init(transport, 1)
        return unsafe transport
    }
}

private func session(of transport: OpaquePointer?) -> TLSSession {
    guard let data = unsafe BIO_get_data(transport) else {
        preconditionFailure("A transport belongs to a session.")
    }
    return unsafe Unmanaged<TLSSession>.fromOpaque(data).takeUnretainedValue()
}

/// Gives what arrived; when there is nothing, asks to come back.
private func readFromQueue(
    _ transport: OpaquePointer?,
    _ target: UnsafeMutablePointer<CChar>?,
    _ byteCountMax: Int,
    _ byteCount: UnsafeMutablePointer<Int>?
) -> Int32 {
    unsafe BIO_clear_flags(transport, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
    let session = unsafe session(of: transport)
    let count = min(byteCountMax, session.inbound.count)
    guard count > 0, let target = unsafe target else {
        session.hasRunDry = true
        unsafe BIO_set_flags(transport, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
        return 0
    }
    unsafe session.inbound.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: count)
    }
    session.inbound.removeFirst(count)
    unsafe byteCount?.pointee = count
    return 1
}

/// Takes everything.
private func writeToQueue(
    _ transport: OpaquePointer?,
    _ source: UnsafePointer<CChar>?,
    _ sourceByteCount: Int,
    _ byteCount: UnsafeMutablePointer<Int>?
) -> Int32 {
    unsafe BIO_clear_flags(transport, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
    let bytes = unsafe UnsafeRawBufferPointer(start: source, count: sourceByteCount)
    unsafe session(of: transport).outgoing.append(contentsOf: bytes)
    unsafe byteCount?.pointee = sourceByteCount
    return 1
}

/// Answers that what was written is on its way; knows nothing else.
private func control(
    _ transport: OpaquePointer?,
    _ command: Int32,
    _ number: Int,
    _ argument: UnsafeMutableRawPointer?
) -> Int {
    command == BIO_CTRL_FLUSH ? 1 : 0
}
