internal import CGnuTLS
internal import CMicroHTTPD
internal import Glibc

/// A daemon of libmicrohttpd with its threads.
///
/// `@unchecked Sendable`: libmicrohttpd synchronises what is called here.
@safe
struct HTTPDaemon: @unchecked Sendable {
    private let handle: OpaquePointer
    private let service: Unmanaged<HTTPService>
    private var isQuiesced = false

    /// More connections than there can be: whoever is too many is shut before, and libmicrohttpd
    /// would divide a number by the threads, some of which have more than their share.
    private static let connectionCountMax = 1 << 24

    /// Begins to serve on a socket; nil if the system gives it no thread or memory.
    init?(
        on descriptor: Int32,
        _ limits: HTTPLimits,
        _ credentials: HTTPCredentials?,
        _ service: HTTPService
    ) {
        let service = unsafe Unmanaged.passRetained(service)
        let context = unsafe service.toOpaque()
        var options = unsafe [
            option(.LISTEN_SOCKET, Int(descriptor)),
            option(.CONNECTION_LIMIT, Self.connectionCountMax),
            option(.CONNECTION_TIMEOUT, limits.silenceSecondsMax),
            option(.CONNECTION_MEMORY_LIMIT, limits.headByteCountMax),
            option(.STRICT_FOR_CLIENT, 1),
            callback(
                .NOTIFY_CONNECTION,
                unsafeBitCast(noteConnection, to: UnsafeRawPointer.self),
                context
            ),
            callback(
                .NOTIFY_COMPLETED,
                unsafeBitCast(noteEndOfRequest, to: UnsafeRawPointer.self),
                context
            ),
        ]
        if limits.threadCount > 1 {
            unsafe options.append(option(.THREAD_POOL_SIZE, limits.threadCount))
        }
        var flags =
            MHD_USE_EPOLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
            | MHD_ALLOW_SUSPEND_RESUME.rawValue
        let priorities = credentials?.priorities ?? ""
        let authorities = credentials?.clientAuthorities ?? ""
        let handle = unsafe withCStrings(priorities, authorities) { priorities, authorities in
            if let credentials {
                flags |= MHD_USE_TLS.rawValue
                unsafe options += [
                    pointer(.HTTPS_PRIORITIES, UnsafeRawPointer(priorities)),
                    pointer(
                        .HTTPS_CERT_CALLBACK,
                        unsafeBitCast(proveListener, to: UnsafeRawPointer.self)
                    ),
                ]
                if credentials.clientAuthorities != nil {
                    unsafe options.append(
                        pointer(.HTTPS_MEM_TRUST, UnsafeRawPointer(authorities))
                    )
                }
            }
            unsafe options.append(option(.END, 0))
            return unsafe shim_MHD_start_daemon(flags, receive, context, &options)
        }
        guard let handle = unsafe handle else {
            unsafe service.release()
            return nil
        }
        unsafe self.handle = handle
        unsafe self.service = service
    }

    /// Takes no connections any more, those that are there go on; again is no change.
    mutating func quiesce() {
        guard !isQuiesced else { return }
        isQuiesced = true
        let descriptor = unsafe MHD_quiesce_daemon(handle)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Ends all connections, and the threads, and waits for those; once only.
    func stop() {
        unsafe service.takeUnretainedValue().connections.abandon()
        unsafe MHD_stop_daemon(handle)
        unsafe service.release()
    }
}

/// Lends two texts as C has them.
private func withCStrings<Result>(
    _ first: String,
    _ second: String,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
) -> Result {
    unsafe first.withCString { first in
        unsafe second.withCString { second in unsafe body(first, second) }
    }
}

private func option(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: value, ptr_value: nil)
}

private func pointer(_ option: MHD_OPTION, _ value: UnsafeRawPointer) -> MHD_OptionItem {
    unsafe MHD_OptionItem(
        option: option,
        value: 0,
        ptr_value: UnsafeMutableRawPointer(mutating: value)
    )
}

private func callback(
    _ option: MHD_OPTION,
    _ function: UnsafeRawPointer,
    _ context: UnsafeMutableRawPointer
) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: Int(bitPattern: function), ptr_value: context)
}

/// Takes note of a connection's beginning or end.
private let noteConnection: MHD_NotifyConnectionCallback = { context, connection, kept, event in
    guard let service = unsafe HTTPService.at(context), let connection = unsafe connection,
        let kept = unsafe kept
    else { return }
    if event == .CONNECTION_NOTIFY_STARTED {
        unsafe kept.pointee = service.begin(connection)
    } else if let ended = unsafe kept.pointee {
        unsafe service.end(ended)
        unsafe kept.pointee = nil
    }
}

/// Takes note of the end of a request, whose response went out or whose connection has ended.
private let noteEndOfRequest: MHD_RequestCompletedCallback = { context, _, kept, _ in
    guard let service = unsafe HTTPService.at(context), let kept = unsafe kept,
        let exchange = unsafe kept.pointee
    else { return }
    unsafe service.end(exchange: exchange)
    unsafe kept.pointee = nil
}

/// Receives a request: called for its head, for each part of its body, at its end, and when the
/// connection goes on after a rest.
private let receive: MHD_AccessHandlerCallback = {
    context,
    connection,
    path,
    verb,
    _,
    part,
    partByteCount,
    kept in
    guard let service = unsafe HTTPService.at(context), let connection = unsafe connection,
        let path = unsafe path, let verb = unsafe verb, let kept = unsafe kept,
        let partByteCount = unsafe partByteCount
    else { return .NO }
    guard let known = unsafe kept.pointee else {
        let begun = unsafe service.beginExchange(
            connection,
            verb: String(cString: verb),
            path: String(cString: path)
        )
        guard let begun = unsafe begun else { return .NO }
        unsafe kept.pointee = begun.kept
        return unsafe begun.result
    }
    let exchange = unsafe Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    let count = unsafe partByteCount.pointee
    if count > 0 {
        guard unsafe exchange.receive(UnsafeRawBufferPointer(start: part, count: count)) else {
            return .NO
        }
        unsafe partByteCount.pointee = 0
        return .YES
    }
    return unsafe service.finish(exchange, on: connection)
}

/// Proves the listener to a client, by what its credentials have at this moment.
private let proveListener: shim_gnutls_certificate_callback = {
    session,
    _,
    _,
    _,
    _,
    certificates,
    count,
    key in
    // libmicrohttpd gives the session its connection.
    guard let pointer = unsafe gnutls_session_get_ptr(session),
        let connection = unsafe HTTPService.connection(of: OpaquePointer(pointer)),
        let identity = connection.credentials?.current
    else { return -1 }
    if connection.credentials?.clientAuthorities != nil {
        unsafe ShownCertificate.demand(in: session)
    }
    unsafe certificates?.pointee = identity.certificates
    unsafe count?.pointee = identity.certificateCount
    unsafe key?.pointee = identity.key
    return 0
}
