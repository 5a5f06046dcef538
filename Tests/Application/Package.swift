// swift-tools-version: 6.2
import PackageDescription

/// Applications as others write them: they know the products of the package beside them by name.
let package = Package(
    name: "application",
    dependencies: [.package(name: "notelet", path: "../..")],
    targets: [
        .executableTarget(
            name: "notes",
            dependencies: [
                .product(name: "NoteletInterface", package: "notelet"),
                .product(name: "NoteletOffline", package: "notelet"),
            ]
        ),
        .executableTarget(
            name: "people",
            dependencies: [
                .product(name: "NoteletInterface", package: "notelet"),
                .product(name: "NoteletOffline", package: "notelet"),
            ]
        ),
        .executableTarget(
            name: "surveys",
            dependencies: [
                .product(name: "NoteletInterface", package: "notelet"),
                .product(name: "NoteletOffline", package: "notelet"),
            ]
        ),
        .executableTarget(
            name: "orders",
            dependencies: [
                .product(name: "NoteletInterface", package: "notelet"),
                .product(name: "NoteletOffline", package: "notelet"),
            ]
        ),
        // An application's tests have the server itself, in their process.
        .testTarget(
            name: "NotesTests",
            dependencies: [
                .product(name: "NoteletInterface", package: "notelet"),
                .product(name: "NoteletOffline", package: "notelet"),
                .product(name: "NoteletLocalServer", package: "notelet"),
                .product(name: "NoteletTestSupport", package: "notelet"),
            ]
        ),
    ]
)
