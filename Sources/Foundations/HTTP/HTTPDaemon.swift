internal import CMicroHTTPD
internal import Networking

/// A daemon of libmicrohttpd with its thread.
///
/// `@unchecked Sendable`: libmicrohttpd synchronises what is called here.
@safe
struct HTTPDaemon: @unchecked Sendable {
    private let handle: OpaquePointer
    private let service: Unmanaged<HTTPService>

    /// Room for connections that are ending while new ones come.
    private static let connectionCountSpare = 64

    /// Begins to serve on a socket; nil if the system gives it no thread or memory.
    init?(on socket: consuming ListeningSocket, _ limits: HTTPLimits, _ pages: @escaping HTTPPages)
    {
        let service = unsafe Unmanaged.passRetained(
            HTTPService(pages, connectionCountMax: limits.connectionCountMax)
        )
        let context = unsafe service.toOpaque()
        let connectionCountMax = limits.connectionCountMax + Self.connectionCountSpare
        let notify: MHD_NotifyConnectionCallback = { context, connection, _, event in
            unsafe HTTPService.at(context)?.connection(connection, event)
        }
        var options = unsafe [
            option(.LISTEN_SOCKET, Int(socket.release())),
            option(.CONNECTION_LIMIT, connectionCountMax),
            option(.CONNECTION_TIMEOUT, limits.silenceSecondsMax),
            option(.CONNECTION_MEMORY_LIMIT, limits.requestByteCountMax),
            MHD_OptionItem(
                option: .NOTIFY_CONNECTION,
                value: Int(bitPattern: unsafeBitCast(notify, to: UnsafeRawPointer.self)),
                ptr_value: context
            ),
            option(.END, 0),
        ]
        let flags =
            MHD_USE_EPOLL.rawValue | MHD_USE_INTERNAL_POLLING_THREAD.rawValue
            | MHD_USE_ITC.rawValue
        let handle = unsafe shim_MHD_start_daemon(
            flags,
            { context, connection, path, method, _, _, _, _ in
                guard let service = unsafe HTTPService.at(context),
                    let connection = unsafe connection
                else { return .NO }
                return unsafe service.answer(connection, path: path, method: method)
            },
            context,
            &options
        )
        guard let handle = unsafe handle else {
            unsafe service.release()
            return nil
        }
        unsafe self.handle = handle
        unsafe self.service = service
    }

    /// Ends all connections, and the thread, and waits for it; once only.
    func stop() {
        unsafe MHD_stop_daemon(handle)
        unsafe service.release()
    }
}

private func option(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: value, ptr_value: nil)
}
