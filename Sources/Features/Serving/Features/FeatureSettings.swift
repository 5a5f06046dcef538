/// What operators set of the features: each that has settings adds a property for its own.
package struct FeatureSettings: Sendable {
    private var settings: [ObjectIdentifier: any Sendable] = [:]

    /// Leaves everything as it is by default.
    package init() {}

    /// The settings of a feature by their type; nil where nothing of it is set.
    package subscript<Settings: Sendable>(_ type: Settings.Type) -> Settings? {
        get { settings[ObjectIdentifier(type)] as? Settings }
        set { settings[ObjectIdentifier(type)] = newValue }
    }
}
