package import TTRPC

extension Router {
    /// The routes of an admin listener: what operators ask, and nothing of the public service.
    ///
    /// They are in no other router, so that a public listener does not know them.
    package init(administering service: Service, access: AdministrationAccess) {
        self.init()
        let (refusals, offered) = (service.dependencies.refusals, service.dependencies.offered)
        let endpoint = AdministrationEndpoint(dependencies: service.dependencies, access: access)
        for route in service.parts.flatMap({ $0.administration(endpoint) }) {
            if let refusal = offered.refusal(of: route.method) {
                refuse(route.method, with: refusal, refusals)
            } else {
                route.register(&self)
            }
        }
    }
}
