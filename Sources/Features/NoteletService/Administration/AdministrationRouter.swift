internal import NoteletAPI
package import TTRPC

extension Router {
    /// The routes of an admin listener: what operators ask, and nothing of the public service.
    ///
    /// They are in no other router, so that a public listener does not know them.
    package init(
        administering dependencies: ServiceDependencies,
        access: AdministrationAccess
    ) {
        self.init()
        let endpoint = AdministrationEndpoint(dependencies: dependencies, access: access)
        for route in AdministrationMethods(endpoint: endpoint).served { route.register(&self) }
    }
}
