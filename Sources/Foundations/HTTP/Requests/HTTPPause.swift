internal import CMicroHTTPD

/// The means by which a connection rests while there is nothing to do for it, and goes on.
///
/// `@unchecked Sendable`: libmicrohttpd synchronises what is called here.
@safe
struct HTTPPause: @unchecked Sendable {
    private let connection: OpaquePointer

    init(of connection: OpaquePointer) {
        unsafe self.connection = connection
    }

    /// Lets the connection rest; on its thread, in what libmicrohttpd calls there.
    func begin() { unsafe MHD_suspend_connection(connection) }

    /// Has the connection go on that rests; from any thread.
    func end() { unsafe MHD_resume_connection(connection) }
}
