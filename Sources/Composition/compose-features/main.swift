import Foundation

// `swift package dump-package` is what it reads, and the folder of the package is its argument.
guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: compose-features FOLDER < DUMPED-PACKAGE\n".utf8))
    exit(64)
}
do {
    let package = FileHandle.standardInput.readDataToEndOfFile()
    let features = try JSONDecoder().decode(DumpedPackage.self, from: package).features
    let root = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
    for list in FeatureList.all {
        let file = root.appending(path: list.path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(list.source(of: features).utf8).write(to: file)
    }
} catch {
    FileHandle.standardError.write(Data("compose-features: \(error)\n".utf8))
    exit(1)
}
