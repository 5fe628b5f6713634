// swift-tools-version: 6.2
import PackageDescription

/// The programs that `tools/bench` measures Larder against. Each does the same work with as little as that work needs.
let http: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
]

let package = Package(
    name: "opponents",
    dependencies: [
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .executableTarget(name: "raw-lmdb", dependencies: ["CLMDB"], path: "Sources/RawLMDB"),
        .executableTarget(name: "trivial-http", dependencies: http, path: "Sources/TrivialHTTP"),
    ]
)

// libpq is wanted for one of them alone, which `tools/bench --http --peers` builds.
if Context.environment["LARDER_PEERS"] != nil {
    package.targets += [
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .executableTarget(name: "postgres-http", dependencies: http + ["CPQ"], path: "Sources/PostgresHTTP"),
    ]
}
