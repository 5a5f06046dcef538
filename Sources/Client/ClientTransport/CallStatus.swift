/// How a call failed: what `google.rpc.Status` says of it.
package struct CallStatus: Hashable, Sendable {
    /// What kind of failure it is.
    package let code: Code
    /// What a developer should read; may be empty.
    package let message: String
    /// Typed messages for programs.
    package let details: [Detail]

    /// One typed message within a status: `google.protobuf.Any`.
    package struct Detail: Hashable, Sendable {
        /// What names the type, such as `type.googleapis.com/google.rpc.RetryInfo`.
        package let typeURL: String
        /// The encoded message.
        package let value: [UInt8]

        /// Joins a message to its type.
        package init(typeURL: String, value: [UInt8]) {
            self.typeURL = typeURL
            self.value = value
        }
    }

    /// Describes a failure.
    package init(_ code: Code, _ message: String = "", details: [Detail] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// The end of a call whose task was cancelled.
    package static let cancelled = CallStatus(.cancelled, "the call was cancelled")
    /// The end of a call that took too long.
    package static let timedOut = CallStatus(
        .deadlineExceeded,
        "the deadline passed before the outcome was known"
    )
    /// The end of a call whose connection ended first.
    package static let connectionLost = CallStatus(.unavailable, "the connection was lost")
    /// The end of a call at a server that is about to stop.
    package static let serverStopping = CallStatus(.unavailable, "the server is shutting down")
}

extension CallStatus {
    /// The kinds of failure, by the numbers that gRPC gives them; a number that is none of them is
    /// kept as it came.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The number.
        package let rawValue: Int32

        /// Wraps a number.
        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The caller gave up the call.
        package static let cancelled = Code(rawValue: 1)
        /// Something failed that says no more of itself.
        package static let unknown = Code(rawValue: 2)
        /// The request is wrong, whatever the state of the service.
        package static let invalidArgument = Code(rawValue: 3)
        /// The deadline passed before the outcome was known.
        package static let deadlineExceeded = Code(rawValue: 4)
        /// What was asked for does not exist.
        package static let notFound = Code(rawValue: 5)
        /// What was to be made exists already.
        package static let alreadyExists = Code(rawValue: 6)
        /// The caller is known and may not do this.
        package static let permissionDenied = Code(rawValue: 7)
        /// A quota, a limit or a disk is used up.
        package static let resourceExhausted = Code(rawValue: 8)
        /// The service is not in the state that the call needs.
        package static let failedPrecondition = Code(rawValue: 9)
        /// The call lost against another and may be tried anew, from its start.
        package static let aborted = Code(rawValue: 10)
        /// The request is past the end of what is there.
        package static let outOfRange = Code(rawValue: 11)
        /// The service has no such method.
        package static let unimplemented = Code(rawValue: 12)
        /// The service broke one of its own rules.
        package static let `internal` = Code(rawValue: 13)
        /// The service cannot be reached now; the same call may work later.
        package static let unavailable = Code(rawValue: 14)
        /// Data was lost or damaged beyond recovery.
        package static let dataLoss = Code(rawValue: 15)
        /// The caller has not said, or not proven, who it is.
        package static let unauthenticated = Code(rawValue: 16)

        private static let names = [
            "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
            "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
            "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
            "UNAUTHENTICATED",
        ]
    }
}

extension CallStatus.Code: CustomStringConvertible {
    /// The name that gRPC gives the code, such as `NOT_FOUND`.
    package var description: String {
        let index = Int(rawValue) - 1
        return Self.names.indices.contains(index) ? Self.names[index] : "CODE_\(rawValue)"
    }
}

extension CallStatus: CustomStringConvertible {
    /// The code's name, and the message if there is one.
    package var description: String { message.isEmpty ? "\(code)" : "\(code): \(message)" }
}
