import CommandLineInterface
import Serving

/// The limits of connections, frames, requests, streams and time.
///
/// What they default to is what `ServiceLimits()` has.
enum ConnectionLimitOptions {
    static let connections = Option<Int>(
        "connections",
        .number(in: 1...1_000_000),
        default: "12000",
        environment: "NOTELET_CONNECTIONS",
        help: "Connections that may be open; one more is accepted and closed at once. Each "
            + "takes a file of the process."
    )
    static let connectionsPerAddress = Option<Int?>(
        "connections-per-address",
        .countOrNone,
        default: "64",
        environment: "NOTELET_CONNECTIONS_PER_ADDRESS",
        help: "Connections that one address may have, or none for any number. An IPv6 network "
            + "of 64 bits counts as one address, and all peers of Unix sockets too."
    )
    static let connectionsPerAccount = Option<Int?>(
        "connections-per-account",
        .countOrNone,
        default: "16",
        environment: "NOTELET_CONNECTIONS_PER_ACCOUNT",
        help: "Connections that may speak for one account or guest, or none for any number."
    )
    static let frameSize = Option<Int64>(
        "frame-size",
        .byteCount,
        default: "80KiB",
        environment: "NOTELET_FRAME_SIZE",
        help: "Largest frame that is taken, from 16KiB to 4MiB; a longer one is refused and "
            + "its bytes are skipped."
    )
    static let strangerFrameSize = Option<Int64>(
        "stranger-frame-size",
        .byteCount,
        default: "16KiB",
        environment: "NOTELET_STRANGER_FRAME_SIZE",
        help: "The same before the connection showed a valid token, from 4KiB on. The longest "
            + "note fits in 16KiB, and it may be what comes first."
    )
    static let runningRequests = Option<Int>(
        "running-requests",
        .number(in: 1...1_000_000),
        default: "1024",
        environment: "NOTELET_RUNNING_REQUESTS",
        help: "Requests that may run at once; the next are not read until one ends."
    )
    static let runningRequestsPerConnection = Option<Int>(
        "running-requests-per-connection",
        .number(in: 1...65_536),
        default: "64",
        environment: "NOTELET_RUNNING_REQUESTS_PER_CONNECTION",
        help: "Requests of one connection that may run at once; the next are not read until "
            + "one ends."
    )
    static let streamsPerConnection = Option<Int>(
        "streams-per-connection",
        .number(in: 1...65_536),
        default: "32",
        environment: "NOTELET_STREAMS_PER_CONNECTION",
        help: "Watches and exports that one connection may have open."
    )
    static let outputPerConnection = Option<Int64>(
        "output-per-connection",
        .byteCount,
        default: "1MiB",
        environment: "NOTELET_OUTPUT_PER_CONNECTION",
        help: "Bytes that may wait for a reader that does not take them, from 1MiB on; a "
            + "stream that sends more ends."
    )
    static let firstFrameTime = Option<Duration>(
        "first-frame-time",
        .patience,
        default: "10s",
        environment: "NOTELET_FIRST_FRAME_TIME",
        help: "Time to the first whole frame of a connection."
    )
    static let authenticationTime = Option<Duration?>(
        "authentication-time",
        .durationOrNone(from: "1s", to: "7d"),
        default: "15s",
        environment: "NOTELET_AUTHENTICATION_TIME",
        help: "Time to the first call with a valid token, or none for any time. A call that "
            + "is under way is waited for."
    )
    static let frameTime = Option<Duration>(
        "frame-time",
        .patience,
        default: "30s",
        environment: "NOTELET_FRAME_TIME",
        help: "Time from the first byte of a frame to its last."
    )
    static let idleTime = Option<Duration>(
        "idle-time",
        .patience,
        default: "10m",
        environment: "NOTELET_IDLE_TIME",
        help: "Time that a connection without calls may be silent."
    )
    static let writeStallTime = Option<Duration>(
        "write-stall-time",
        .patience,
        default: "20s",
        environment: "NOTELET_WRITE_STALL_TIME",
        help: "Time that a peer may take none of the bytes that wait for it."
    )
    static let callTime = Option<Duration>(
        "call-time",
        .patience,
        default: "30s",
        environment: "NOTELET_CALL_TIME",
        help: "Longest deadline of a call that is not a stream; later ones are brought "
            + "forward."
    )

    static let all: [any ParameterDeclaration] = [
        connections, connectionsPerAddress, connectionsPerAccount, frameSize, strangerFrameSize,
        runningRequests, runningRequestsPerConnection, streamsPerConnection, outputPerConnection,
        firstFrameTime, authenticationTime, frameTime, idleTime, writeStallTime, callTime,
    ]
}
