/// The name of one method of one service.
///
/// Keep descriptors in static constants: a client's calls copy the names' encoded form as it is.
public struct MethodDescriptor: Hashable, Sendable {
    /// The full name of the service, such as `notes.v1.Notes`.
    public let service: String
    /// The name of the method, such as `Send`.
    public let method: String
    /// The UTF-8 of the service's name.
    let serviceBytes: [UInt8]
    /// The UTF-8 of the method's name.
    let methodBytes: [UInt8]
    /// The names as fields 1 and 2 of a request.
    let encodedNames: [UInt8]

    /// Names a method.
    ///
    /// - Parameters:
    ///   - service: The full name of the service.
    ///   - method: The name of the method.
    public init(service: String, method: String) {
        self.service = service
        self.method = method
        self.serviceBytes = Array(service.utf8)
        self.methodBytes = Array(method.utf8)
        let byteCount =
            FieldSize.optionalBytes(service.utf8.count) + FieldSize.optionalBytes(method.utf8.count)
        self.encodedNames = [UInt8](encodedByteCountMax: byteCount) { output in
            output.append(field: 1, text: service)
            output.append(field: 2, text: method)
        }
    }
}

extension MethodDescriptor: CustomStringConvertible {
    /// The name as paths write it, `/service/method`.
    public var description: String { "/\(service)/\(method)" }
}
