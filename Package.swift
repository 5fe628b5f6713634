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

/// A target of a floor: it lies in the floor's folder.
func target(_ floor: String, _ name: String, _ dependencies: [Target.Dependency], _ more: [SwiftSetting] = settings)
    -> Target
{
    .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", swiftSettings: more)
}

/// An edge: one target that is a floor of its own.
func edge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func library(_ name: String, pkgConfig: String? = nil, apt: [String] = []) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: apt.isEmpty ? nil : [.apt(apt)])
}

/// Tests lie where what they test lies; those of several floors lie in `Tests` itself.
func tests(
    _ name: String, in floor: String? = nil, _ dependencies: [Target.Dependency], excluding excluded: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(floor.map { "\($0)/" } ?? "")\(name)", exclude: excluded,
        swiftSettings: settings)
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
        library("CLMDB", pkgConfig: "lmdb", apt: ["liblmdb-dev"]),
        library("CXXHash", pkgConfig: "libxxhash", apt: ["libxxhash-dev"]),
        library("CCRC32C"),
        library("CZip", pkgConfig: "libzip", apt: ["libzip-dev"]),
        library("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
        library(
            "CImages", pkgConfig: "libturbojpeg",
            apt: ["libturbojpeg0-dev", "libpng-dev", "libwebp-dev", "libgif-dev", "liblcms2-dev"]),

        target("Engine", "Layout", ["CCRC32C"]),
        edge("Addresses", []),
        target("Engine", "LMDB", ["CLMDB", "Layout"]),
        // The generated messages are not written for strict memory safety.
        target("Domain", "Events", ["Layout", protobuf], Array(settings.dropLast())),
        target("Domain", "Ingredients", []),
        target("Engine", "Transparency", [crypto]),
        target("Engine", "EventLog", ["Transparency", "LMDB", "Events", "Layout", protobuf, crypto]),
        target("Engine", "Projections", ["EventLog", "LMDB", "CXXHash", "Events", "Layout"]),
        target("Domain", "Views", ["Projections", "Ingredients", "Events", "Layout", protobuf]),
        target("Domain", "Search", ["Views", "Projections", "EventLog", "Events", "Layout", sqlite, sqliteLibrary]),
        target("Domain", "Decisions", ["Events", "Layout", protobuf]),
        target("Community", "Images", ["CImages", "CZlib"]),
        target(
            "Community", "Community",
            [
                "Images", "Search", "Views", "Decisions", "Projections", "EventLog", "Transparency", "LMDB", "Events",
                "Layout", protobuf, crypto,
            ]),
        edge("Notation", ["Views", "Events", "Layout"]),
        edge("Archives", ["CZip", "CZlib"]),
        edge("Interchange", ["Archives", "Community", "Ingredients", "Events", "Layout", protobuf, crypto, yaml]),
        edge(
            "Answers",
            ["Interchange", "Notation", "Community", "Views", "EventLog", "Events", "Layout"]),
        target(
            "Community", "Accounts",
            ["Community", "Views", "EventLog", "LMDB", "Events", "Layout", crypto, cryptoExtras]),
        edge(
            "HTTP",
            [
                "Accounts", "Addresses", "Answers", "Archives", "Images", "Interchange", "Notation", "Community",
                "Ingredients", "Views",
                "EventLog", "Events", "Layout", crypto,
            ] + httpServer),
        edge("Fetching", ["Addresses"] + httpClient),
        edge("Demo", ["Ingredients", "Events", "Layout"]),
        edge(
            "CLI",
            [
                "Accounts", "Addresses", "Answers", "Demo", "Fetching", "HTTP", "Interchange",
                "Notation", "Community", "Views", "EventLog", "Ingredients", "Events", "Layout", arguments, yaml,
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(name: "larder", dependencies: ["CLI"], swiftSettings: settings),
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
                "TestSupport", "Community", "Views", "EventLog", "Transparency", "Events", "Layout", protobuf,
            ],
            path: "Tests/Laboratory/Experiments", swiftSettings: settings),
        .executableTarget(
            name: "laboratory", dependencies: ["Experiments"], path: "Tests/Laboratory/Program",
            swiftSettings: settings),
        tests("LayoutTests", in: "Engine", ["Layout"]),
        tests("LMDBTests", in: "Engine", ["TestSupport", "LMDB", "Layout"]),
        tests("AddressesTests", ["Addresses"]),
        tests("ArchivesTests", ["TestSupport", "Archives"]),
        tests("ImagesTests", in: "Community", ["TestSupport", "Images"]),
        tests("IngredientsTests", in: "Domain", ["TestSupport", "Ingredients"], excluding: ["Labelled"]),
        tests("TransparencyTests", in: "Engine", ["TestSupport", "Transparency"]),
        tests("EventsTests", in: "Domain", ["TestSupport", "Events", "Layout", protobuf]),
        tests(
            "EventLogTests", in: "Engine",
            ["TestSupport", "EventLog", "Transparency", "LMDB", "Events", "Layout", protobuf],
            excluding: ["Golden"]),
        tests("DecisionsTests", in: "Domain", ["Decisions", "Events", "Layout", protobuf]),
        tests("ProjectionsTests", in: "Engine", ["Projections", "EventLog", "LMDB", "Events", "Layout"]),
        tests(
            "ViewsTests", in: "Domain",
            ["TestSupport", "Views", "Projections", "Ingredients", "Events", "Layout", protobuf]),
        tests(
            "SearchTests", in: "Domain",
            ["TestSupport", "Community", "Search", "Views", "Projections", "EventLog", "Events", "Layout", sqlite]),
        tests(
            "CommunityTests", in: "Community",
            [
                "TestSupport", "Community", "Images", "Views", "Decisions", "Projections", "EventLog", "Transparency",
                "LMDB", "Events", "Layout", protobuf,
            ]),
        tests(
            "InterchangeTests",
            ["TestSupport", "Interchange", "Community", "Views", "EventLog", "Events", "Layout", protobuf, yaml]),
        tests(
            "AccountsTests", in: "Community",
            ["Accounts", "Community", "Views", "EventLog", "LMDB", "Events", "Layout"]),
        tests(
            "HTTPTests",
            [
                "TestSupport", "HTTP", "Accounts", "Addresses", "Community", "Views", "EventLog", "Events",
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
        tests("DemoTests", ["CLI", "Demo", "Interchange", "Community", "Views", "EventLog", "Events", "Layout"]),
        tests(
            "CLITests",
            [
                "CLI", "larder", "Interchange", "Notation", "Community", "EventLog", "Events",
                "Layout", arguments,
            ]),
        tests("ProcessTests", ["TestSupport", "larder", "Transparency"]),
        tests("GoldenTests", ["TestSupport", "larder"]),
        tests(
            "RealDataTests",
            ["Images", "Interchange", "Community", "Views", "EventLog", "Ingredients", "Events", "Layout"]),
        tests(
            "ModelTests",
            [
                "TestSupport", "larder", "Community", "Views", "Projections", "EventLog", "LMDB", "Events", "Layout",
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
