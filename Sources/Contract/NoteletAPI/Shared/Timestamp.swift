public import ProtobufCoding

/// A moment: seconds and nanoseconds since 1970 in UTC, on the server's clock.
public typealias Timestamp = ProtobufTimestamp
