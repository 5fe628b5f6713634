// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target shares; see the house rules in README.md.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

let protobuf: Target.Dependency = .product(name: "SwiftProtobuf", package: "swift-protobuf")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let httpClient: [Target.Dependency] = [
    .product(name: "AsyncHTTPClient", package: "async-http-client"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
]
let httpServer: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"),
    .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HummingbirdTLS", package: "hummingbird"),
    .product(name: "HTTPTypes", package: "swift-http-types"),
    .product(name: "Logging", package: "swift-log"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOHTTP1", package: "swift-nio"),
    .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
]
let sqlite: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let sqliteLibrary: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let yaml: Target.Dependency = "Yams"

func layer(_ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = settings) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: more)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], excluding excluded: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: excluded, swiftSettings: settings)
}

let package = Package(
    name: "larder",
    products: [.executable(name: "larder", targets: ["larder"])],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
        .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
        .systemLibrary(name: "CCRC32C"),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CImages", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev", "libpng-dev", "libwebp-dev", "libgif-dev", "liblcms2-dev"])]),
        layer("Layout", ["CCRC32C"]),
        layer("Addresses", []),
        layer("LMDB", ["CLMDB", "Layout"]),
        // The generated messages are not written for strict memory safety.
        layer("Events", ["Layout", protobuf], Array(settings.dropLast())),
        layer("Ingredients", []),
        layer("Transparency", [crypto]),
        layer("EventLog", ["Transparency", "LMDB", "Events", "Layout", protobuf, crypto]),
        layer("Projections", ["EventLog", "LMDB", "CXXHash", "Events", "Layout"]),
        layer("Views", ["Projections", "Ingredients", "Events", "Layout", protobuf]),
        layer("Search", ["Views", "Projections", "EventLog", "Events", "Layout", sqlite, sqliteLibrary]),
        layer("Decisions", ["Events", "Layout", protobuf]),
        layer("Images", ["CImages", "CZlib"]),
        layer(
            "Service",
            [
                "Images", "Search", "Views", "Decisions", "Projections", "EventLog", "Transparency", "LMDB", "Events",
                "Layout", protobuf, crypto,
            ]),
        layer("Notation", ["Views", "Events", "Layout"]),
        layer("Archives", ["CZip", "CZlib"]),
        layer("Interchange", ["Archives", "Service", "Ingredients", "Events", "Layout", protobuf, crypto, yaml]),
        layer(
            "Answers",
            ["Interchange", "Notation", "Service", "Views", "EventLog", "Events", "Layout"]),
        layer(
            "Accounts", ["Service", "Views", "EventLog", "LMDB", "Events", "Layout", crypto, cryptoExtras]),
        layer(
            "HTTPService",
            [
                "Accounts", "Addresses", "Answers", "Archives", "Images", "Interchange", "Notation", "Service",
                "Ingredients", "Views",
                "EventLog", "Events", "Layout", crypto,
            ] + httpServer),
        layer("Fetching", ["Addresses"] + httpClient),
        layer("Demo", ["Ingredients", "Events", "Layout"]),
        layer("Benchmarks", ["Demo", "Interchange", "Service", "Views", "EventLog", "Events", "Layout"]),
        layer(
            "CommandLine",
            [
                "Accounts", "Addresses", "Answers", "Benchmarks", "Demo", "Fetching", "HTTPService", "Interchange",
                "Notation", "Service", "Views", "EventLog", "Ingredients", "Events", "Layout", arguments, yaml,
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(name: "larder", dependencies: ["CommandLine"], swiftSettings: settings),
        .executableTarget(
            name: "trivial-http",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
            ], path: "Sources/TrivialHTTP", swiftSettings: settings),
        .executableTarget(name: "raw-lmdb", dependencies: ["CLMDB"], path: "Sources/RawLMDB"),

        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .target(
            name: "TestSupport",
            dependencies: ["CAllocations", "CImages", "CZlib", "Views", "Projections", "Events", "Layout"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .target(
            name: "Fuzzing",
            dependencies: [
                "TestSupport", "Images", "Interchange", "Views", "Projections", "EventLog", "Transparency", "Events",
                "Layout", protobuf,
            ],
            path: "Tests/Fuzzing", swiftSettings: settings),
        .target(
            name: "Experiments",
            dependencies: [
                "TestSupport", "Service", "Views", "EventLog", "Transparency", "Events", "Layout", protobuf,
            ],
            path: "Tests/Laboratory/Experiments", swiftSettings: settings),
        .executableTarget(
            name: "laboratory", dependencies: ["Experiments"], path: "Tests/Laboratory/Program",
            swiftSettings: settings),
        tests("LayoutTests", ["Layout"]),
        tests("LMDBTests", ["TestSupport", "LMDB", "Layout"]),
        tests("AddressesTests", ["Addresses"]),
        tests("ArchivesTests", ["TestSupport", "Archives"]),
        tests("ImagesTests", ["TestSupport", "Images"]),
        tests("IngredientsTests", ["TestSupport", "Ingredients"], excluding: ["Labelled"]),
        tests("TransparencyTests", ["Transparency"]),
        tests("EventsTests", ["Events", "Layout", protobuf]),
        tests(
            "EventLogTests", ["TestSupport", "EventLog", "Transparency", "LMDB", "Events", "Layout", protobuf],
            excluding: ["Golden"]),
        tests("DecisionsTests", ["Decisions", "Events", "Layout", protobuf]),
        tests("ProjectionsTests", ["Projections", "EventLog", "LMDB", "Events", "Layout"]),
        tests("ViewsTests", ["TestSupport", "Views", "Projections", "Ingredients", "Events", "Layout", protobuf]),
        tests(
            "SearchTests",
            ["TestSupport", "Service", "Search", "Views", "Projections", "EventLog", "Events", "Layout", sqlite]),
        tests(
            "ServiceTests",
            [
                "TestSupport", "Service", "Images", "Views", "Decisions", "Projections", "EventLog", "Transparency",
                "LMDB", "Events", "Layout", protobuf,
            ]),
        tests(
            "InterchangeTests",
            ["TestSupport", "Interchange", "Service", "Views", "EventLog", "Events", "Layout", protobuf, yaml]),
        tests("AccountsTests", ["Accounts", "Service", "Views", "EventLog", "LMDB", "Events", "Layout"]),
        tests(
            "HTTPServiceTests",
            [
                "TestSupport", "HTTPService", "Accounts", "Addresses", "Service", "Views", "EventLog", "Events",
                "Layout",
                yaml,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        tests("FetchingTests", ["TestSupport", "Fetching"]),
        tests("DemoTests", ["CommandLine", "Demo", "Interchange", "Service", "Views", "EventLog", "Events", "Layout"]),
        tests(
            "CommandLineTests",
            [
                "Benchmarks", "CommandLine", "larder", "Interchange", "Notation", "Service", "EventLog", "Events",
                "Layout", arguments,
            ]),
        tests("ProcessTests", ["TestSupport", "larder", "Transparency"]),
        tests(
            "RealDataTests",
            ["Images", "Interchange", "Service", "Views", "EventLog", "Ingredients", "Events", "Layout"]),
        tests(
            "ModelTests",
            [
                "TestSupport", "larder", "Service", "Views", "Projections", "EventLog", "LMDB", "Events", "Layout",
                protobuf,
            ]),
        tests("FuzzingTests", ["Fuzzing", "TestSupport"]),
        tests("LaboratoryTests", ["Experiments", "laboratory", "larder"]),
        tests("ArchitectureTests", []),
    ]
)

// libFuzzer brings the function `main` along, so that this links only as `tools/fuzz` builds it.
if Context.environment["LARDER_FUZZING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "larder-fuzz", dependencies: ["Fuzzing"], path: "Tests/FuzzDriver", swiftSettings: settings))
}

// The peer that `tools/bench --http --peers` measures beside `larder serve`: nothing else needs libpq.
if Context.environment["LARDER_PEERS"] != nil {
    package.targets += [
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .executableTarget(
            name: "postgres-http",
            dependencies: [
                "CPQ", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ], path: "Sources/PostgresHTTP", swiftSettings: settings),
    ]
}
