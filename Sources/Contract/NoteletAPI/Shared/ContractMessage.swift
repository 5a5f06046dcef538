package import ProtobufCoding

/// A message of the contract: it writes and reads itself, and `Codable` says the same.
package typealias ContractMessage = ProtobufMessage & Hashable & Sendable
