// The messages of the contract are this library's vocabulary: one import brings them along.
@_exported public import NoteletAPI
@_exported public import struct ProtobufCoding.ProtobufTimestamp
