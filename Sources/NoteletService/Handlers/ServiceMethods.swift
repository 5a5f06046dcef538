internal import Domain
internal import NoteletAPI

/// Every method of the service by its name: what the router is filled with.
///
/// Each area adds its methods in a file of its own; a further domain adds one more line here.
struct ServiceMethods {
    let endpoint: Endpoint
    private(set) var handlers: [MethodName: MethodHandler] = [:]
    private(set) var streamHandlers: [MethodName: StreamMethodHandler] = [:]

    /// Gathers the methods of all areas.
    init(endpoint: Endpoint) {
        self.endpoint = endpoint
        addAccounts()
        addSessions()
        addProfiles()
        addContacts()
        addMessages()
        addBlocks()
        addSync()
        addExport()
        addHealth()
    }

    var dependencies: ServiceDependencies { endpoint.dependencies }

    /// Serves a unary method.
    mutating func add(_ method: ServedMethod) {
        precondition(handlers[method.name] == nil, "Each method has one handler: \(method.name)")
        handlers[method.name] = method.handler
    }

    /// Serves a method whose response is a stream.
    mutating func addStream<Request, Response>(
        _ method: MethodDescriptor<Request, Response>,
        _ handler: @escaping StreamMethodHandler
    ) {
        let name = MethodName(method)
        precondition(streamHandlers[name] == nil, "Each method has one handler: \(name)")
        streamHandlers[name] = handler
    }
}
