/// Which methods take and give a message: what is said of messages that say nothing themselves.
struct MessageUsage {
    private var requests: [String: [String]] = [:]
    private var responses: [String: [String]] = [:]

    /// Looks through the methods of all files.
    init(_ files: [FileDescriptor]) {
        for service in files.flatMap(\.services) {
            for method in service.methods {
                let name = "`\(service.name).\(method.name)`"
                requests[method.requestType, default: []].append(name)
                responses[method.responseType, default: []].append(name)
            }
        }
    }

    /// What a message is by its use; nil if no method uses it.
    func documentation(of fullName: String) -> Documentation? {
        if let methods = requests[fullName] {
            return Documentation("The request of \(methods.joined(separator: " and ")).")
        }
        if let methods = responses[fullName] {
            return Documentation("The response of \(methods.joined(separator: " and ")).")
        }
        return nil
    }
}
