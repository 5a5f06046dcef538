/// What Package.swift declares, as the package manager dumps it.
struct DumpedPackage: Decodable {
    let targets: [Target]

    struct Target: Decodable {
        let name: String
        let path: String?
    }

    /// The features that have targets in Sources/Features, in the order of Package.swift.
    var features: [Feature] {
        targets.reduce(into: []) { features, target in
            let folders = (target.path ?? "").split(separator: "/")
            guard folders.count == 4, folders.starts(with: ["Sources", "Features"]),
                target.name.hasSuffix(folders[3])
            else { return }
            let (folder, part) = (String(folders[2]), String(folders[3]))
            if let known = features.firstIndex(where: { $0.folder == folder }) {
                features[known].parts.append(part)
            } else {
                let name = String(target.name.dropLast(part.count))
                features.append(Feature(name: name, folder: folder, parts: [part]))
            }
        }
    }
}

/// A feature of the product: `Item` in the folder `Items`, with the parts that it has.
struct Feature: Sendable {
    /// Its name in those of its modules.
    let name: String
    let folder: String
    var parts: [String]
}
