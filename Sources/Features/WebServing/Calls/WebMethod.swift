internal import Connect
internal import Domain
internal import NoteletAPI
internal import Serving
internal import TTRPC

/// A method as it is called over HTTP.
struct WebMethod: Sendable {
    let served: ServedMethod
    /// How it may be called.
    let connect: ConnectRequest.Method
    /// Why all calls are refused; nil where the server offers it.
    let refusal: DomainError?
    /// What is counted of it.
    let counted: WebCounting.Method

    init(_ served: ServedMethod, _ offered: OfferedFeatures, number: Int) {
        let method = served.method
        self.served = served
        connect = ConnectRequest.Method(
            kind: method.kind == .unary ? .unary : .serverStream,
            allowsGet: method.allowsGet
        )
        refusal = offered.refusal(of: method)
        counted = WebCounting.Method(
            name: TTRPC.MethodDescriptor(method),
            number: number,
            isStream: method.kind != .unary
        )
    }

    var isStream: Bool { counted.isStream }
}

/// All methods of a door by their paths, such as `/notelet.v1.Messages/SendToLink`.
struct WebMethods: Sendable {
    let inOrder: [WebMethod]
    private let byPath: [String: WebMethod]

    init(_ methods: [ServedMethod], _ offered: OfferedFeatures) {
        let served = methods.sorted { $0.method.description < $1.method.description }
        inOrder = served.enumerated().map { number, served in
            WebMethod(served, offered, number: number)
        }
        byPath = Dictionary(uniqueKeysWithValues: inOrder.map { ($0.counted.name.description, $0) })
    }

    subscript(path: String) -> WebMethod? { byPath[path] }
}
