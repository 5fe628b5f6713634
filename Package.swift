// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target shares.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

/// The modules of other packages that a target may name, and the package of each.
let products = [
    "ArgumentParser": "swift-argument-parser", "AsyncHTTPClient": "async-http-client", "Crypto": "swift-crypto",
    "CryptoExtras": "swift-crypto", "GRDB": "GRDB.swift", "GRDBSQLite": "GRDB.swift", "HTTPTypes": "swift-http-types",
    "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird", "HummingbirdHTTP2": "hummingbird",
    "HummingbirdTLS": "hummingbird", "Logging": "swift-log", "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio",
    "NIOFoundationCompat": "swift-nio", "NIOHTTP1": "swift-nio", "NIOHTTP2": "swift-nio-http2",
    "NIOHTTPCompression": "swift-nio-extras", "NIOHTTPTypes": "swift-nio-extras",
    "NIOHTTPTypesHTTP2": "swift-nio-extras", "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl", "NIOTLS": "swift-nio",
    "ServiceLifecycle": "swift-service-lifecycle", "SwiftProtobuf": "swift-protobuf", "Yams": "Yams",
]

/// Modules of this package, and of others, by their names.
func dependencies(_ names: [String]) -> [Target.Dependency] {
    names.map { name in products[name].map { .product(name: name, package: $0) } ?? .byName(name: name) }
}

/// A C library of the system.
func library(_ name: String, pkgConfig: String? = nil, apt: [String] = []) -> Target {
    .systemLibrary(
        name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: apt.isEmpty ? nil : [.apt(apt)])
}

/// A target lies in the folder of its floor. An edge is a floor of its own.
func target(
    _ name: String, in floor: String? = nil, _ names: [String], resources: [Resource] = [],
    _ more: [SwiftSetting] = settings
) -> Target {
    .target(
        name: name, dependencies: dependencies(names), path: "Sources/\(floor.map { "\($0)/" } ?? "")\(name)",
        resources: resources, swiftSettings: more)
}

/// Tests lie where what they test lies. Tests of several floors lie in `Tests` itself.
func tests(_ name: String, in floor: String? = nil, _ names: [String], excluding excluded: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies(names), path: "Tests/\(floor.map { "\($0)/" } ?? "")\(name)",
        exclude: excluded, swiftSettings: settings)
}

let package = Package(
    name: "larder",
    // For LarderClient in apps. All else runs on Linux.
    platforms: [.macOS(.v15), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .executable(name: "larder", targets: ["larder"]),
        // For apps: it needs nothing but Foundation.
        .library(name: "LarderClient", targets: ["LarderClient", "LarderAPI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        // Without its traits: SwiftPM passes two or more of them to the compiler in random order, and then builds Hummingbird, HTTP and CLI
        // again at every second call.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        library("CCRC32C"),
        .target(name: "CContract", path: "Sources/System/CContract"),
        library(
            "CImages", pkgConfig: "libturbojpeg",
            apt: ["libturbojpeg0-dev", "libpng-dev", "libwebp-dev", "libgif-dev", "liblcms2-dev"]),
        library("CCrypt", apt: ["libcrypt-dev"]),
        library("CLMDB", pkgConfig: "lmdb", apt: ["liblmdb-dev"]),
        library("CSodium", pkgConfig: "libsodium", apt: ["libsodium-dev"]),
        library("CStemmer", apt: ["libstemmer-dev"]),
        library("CXXHash", pkgConfig: "libxxhash", apt: ["libxxhash-dev"]),
        library("CZxcvbn", apt: ["libzxcvbn-dev"]),
        library("CZip", pkgConfig: "libzip", apt: ["libzip-dev"]),
        library("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),

        target("Layout", in: "Engine", ["CCRC32C"]),
        target("LMDB", in: "Engine", ["Layout", "CLMDB"]),
        target("Transparency", in: "Engine", ["Crypto"]),
        target("EventLog", in: "Engine", ["Transparency", "LMDB", "Layout", "Crypto"]),
        target("Projections", in: "Engine", ["EventLog", "LMDB", "Layout", "CXXHash"]),

        // The generated messages are not written for strict memory safety.
        target("Events", in: "Domain", ["Layout", "SwiftProtobuf"], Array(settings.dropLast())),
        target("Ingredients", in: "Domain", []),
        target("Decisions", in: "Domain", ["Events", "EventLog", "LMDB", "Layout", "SwiftProtobuf"]),
        target("Views", in: "Domain", ["Ingredients", "Events", "Projections", "Layout", "SwiftProtobuf"]),
        target(
            "Search", in: "Domain",
            ["Views", "Events", "Projections", "EventLog", "Layout", "CStemmer", "GRDB", "GRDBSQLite"]),

        target(
            "Community", in: "Community",
            [
                "Images", "Search", "Views", "Decisions", "Events", "Projections", "EventLog", "Transparency", "Layout",
                "Crypto",
            ]),
        target(
            "Accounts", in: "Community",
            [
                "Community", "Views", "Decisions", "Events", "EventLog", "LMDB", "Layout", "Crypto", "CryptoExtras",
                "CCrypt", "CSodium", "CZxcvbn",
            ]),
        target("Images", in: "Community", ["CImages", "CZlib"]),
        target("Fetching", in: "Community", ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOHTTPCompression"]),

        target("LarderAPI", in: "API", []),
        target("LarderClient", in: "API", ["LarderAPI"]),
        target(
            "Operations", in: "API",
            ["LarderAPI", "Views", "Ingredients", "Events", "Projections", "Layout", "SwiftProtobuf"]),

        target("CloudEvents", in: "Formats", ["Events", "Layout", "SwiftProtobuf"]),
        target(
            "Recipes", in: "Formats",
            ["CloudEvents", "Ingredients", "Events", "Layout", "CZip", "CZlib", "Crypto", "Yams"]),
        target("Communities", in: "Formats", ["Recipes", "CloudEvents", "Accounts", "Events", "Layout"]),
        // The recipes and sentences are compiled in: the executable works without a folder of resources beside it.
        target(
            "Demo", in: "Formats", ["Recipes", "Ingredients", "Events", "Layout"],
            resources: [.embedInCode("Recipes"), .embedInCode("sentences.txt")]),

        target(
            "Answers", in: "Formats",
            [
                "Recipes", "CloudEvents", "Operations", "LarderAPI", "Fetching", "Images", "Community", "Views",
                "Decisions", "Events", "Projections", "EventLog", "Layout",
            ]),
        target("Markup", in: "Web", []),
        .target(
            name: "Assets", path: "Sources/Web/Assets", exclude: ["Source"], swiftSettings: settings),
        target("Pages", in: "Web", ["Assets", "Markup", "LarderAPI", "Ingredients"]),
        target(
            "HTTP",
            [
                "Pages", "Assets", "Markup", "Answers", "Recipes", "CloudEvents", "Operations", "LarderAPI", "Fetching",
                "Images", "Accounts",
                "Community", "Views", "Decisions", "Events", "EventLog", "Layout", "CContract", "Crypto", "HTTPTypes",
                "Hummingbird", "HummingbirdCore", "HummingbirdHTTP2", "HummingbirdTLS", "Logging", "NIOCore",
                "NIOHTTP1", "NIOHTTP2", "NIOHTTPTypes", "NIOHTTPTypesHTTP2", "NIOPosix", "NIOSSL", "NIOTLS",
                "ServiceLifecycle", "Yams",
            ]),
        target(
            "CLI",
            [
                "HTTP", "Pages", "Markup", "Answers", "Demo", "Communities", "Recipes", "CloudEvents", "Operations",
                "LarderClient",
                "LarderAPI", "Fetching", "Images", "Accounts", "Community", "Views", "Decisions", "Ingredients",
                "Events", "EventLog", "Layout", "ArgumentParser", "Logging", "Yams",
            ]),
        // Writes the commit that is built into the executable's own module, of which no other target knows.
        .plugin(name: "CommitPlugin", capability: .buildTool(), path: "tools/commit"),
        .executableTarget(
            name: "larder", dependencies: ["CLI"], swiftSettings: settings, plugins: [.plugin(name: "CommitPlugin")]),

        // The example of the guide, run by a test.
        .executableTarget(
            name: "example-cook", dependencies: dependencies(["LarderClient", "LarderAPI"]),
            path: "docs/examples/cook", swiftSettings: settings),

        .target(name: "CAllocations", path: "Tests/CAllocations"),
        .target(
            name: "TestSupport",
            dependencies: dependencies([
                "CAllocations", "Events", "Projections", "Layout", "CImages", "CZlib", "SwiftProtobuf",
            ]), path: "Tests/TestSupport", swiftSettings: settings),
        .target(
            name: "FormatsSupport",
            dependencies: dependencies([
                "TestSupport", "CLI", "Recipes", "CloudEvents", "Community", "Events", "EventLog", "Layout",
            ]), path: "Tests/Formats/Support", swiftSettings: settings),
        .target(
            name: "Fuzzing",
            dependencies: dependencies([
                "TestSupport", "Communities", "Recipes", "CloudEvents", "Images", "Views", "Decisions", "Events",
                "Projections", "EventLog", "Transparency", "Layout", "SwiftProtobuf",
            ]), path: "Tests/Fuzzing", swiftSettings: settings),
        .target(
            name: "Experiments",
            dependencies: dependencies([
                "TestSupport", "Operations", "LarderAPI", "Community", "Views", "Decisions", "Events", "EventLog",
                "Transparency", "Layout",
            ]), path: "Tests/Laboratory/Experiments", swiftSettings: settings),
        .executableTarget(
            name: "laboratory", dependencies: ["Experiments"], path: "Tests/Laboratory/Program", swiftSettings: settings
        ),
        tests("LayoutTests", in: "Engine", ["TestSupport", "Layout"]),
        tests("LMDBTests", in: "Engine", ["TestSupport", "LMDB", "Layout"]),
        tests("TransparencyTests", in: "Engine", ["TestSupport", "Transparency"]),
        tests(
            "EventLogTests", in: "Engine",
            [
                "TestSupport", "Decisions", "Events", "EventLog", "Transparency", "LMDB", "Layout", "Crypto",
                "SwiftProtobuf",
            ], excluding: ["Golden"]),
        tests(
            "ProjectionsTests", in: "Engine",
            ["TestSupport", "Decisions", "Events", "Projections", "EventLog", "LMDB", "Layout"]),
        tests("EventsTests", in: "Domain", ["TestSupport", "Events", "Layout", "SwiftProtobuf"]),
        tests("IngredientsTests", in: "Domain", ["TestSupport", "Ingredients"], excluding: ["Labelled"]),
        tests("DecisionsTests", in: "Domain", ["TestSupport", "Decisions", "Events", "Layout", "SwiftProtobuf"]),
        tests(
            "ViewsTests", in: "Domain",
            [
                "TestSupport", "Operations", "LarderAPI", "Views", "Ingredients", "Events", "Projections", "Layout",
                "SwiftProtobuf",
            ]),
        tests(
            "SearchTests", in: "Domain",
            [
                "TestSupport", "Operations", "LarderAPI", "Community", "Search", "Views", "Events", "Projections",
                "EventLog", "Layout", "GRDB",
            ]),
        tests(
            "CommunityTests", in: "Community",
            [
                "TestSupport", "Operations", "LarderAPI", "Images", "Community", "Views", "Decisions", "Events",
                "Projections", "EventLog", "Transparency", "LMDB", "Layout", "SwiftProtobuf",
            ]),
        tests(
            "LarderClientTests", in: "API", ["TestSupport", "LarderClient", "LarderAPI", "larder", "example-cook"]),
        tests(
            "AccountsTests", in: "Community",
            [
                "TestSupport", "Operations", "LarderAPI", "Accounts", "Community", "Views", "Decisions", "Events",
                "EventLog", "LMDB", "Layout", "Crypto",
            ]),
        tests("ImagesTests", in: "Community", ["TestSupport", "Images", "larder"]),
        tests("FetchingTests", in: "Community", ["TestSupport", "Fetching"]),
        tests(
            "CloudEventsTests", in: "Formats",
            ["TestSupport", "FormatsSupport", "CLI", "CloudEvents", "Events", "Layout"]),
        tests(
            "RecipesTests", in: "Formats",
            ["TestSupport", "FormatsSupport", "Recipes", "CloudEvents", "Community", "Events", "Layout", "Yams"]),
        tests(
            "CommunitiesTests", in: "Formats",
            [
                "TestSupport", "FormatsSupport", "CLI", "Communities", "Recipes", "CloudEvents", "Operations",
                "LarderAPI", "Accounts", "Community", "Views", "Events", "EventLog", "Layout",
            ]),
        tests(
            "DemoTests", in: "Formats",
            [
                "TestSupport", "CLI", "Demo", "Recipes", "CloudEvents", "Operations", "LarderAPI", "Community", "Views",
                "Events", "EventLog", "Layout",
            ]),
        tests("MarkupTests", in: "Web", ["TestSupport", "Markup"]),
        tests("PagesTests", in: "Web", ["Pages", "Markup", "LarderAPI"]),
        tests("ArchitectureTests", ["TestSupport"]),
        tests(
            "CLITests",
            [
                "TestSupport", "CLI", "Pages", "CloudEvents", "Operations", "LarderAPI", "Community", "Events",
                "EventLog",
                "Layout", "ArgumentParser", "larder",
            ]),
        tests("FuzzingTests", ["TestSupport", "Fuzzing"]),
        tests("GoldenTests", ["TestSupport", "larder"]),
        tests(
            "HTTPTests",
            [
                "TestSupport", "HTTP", "Pages", "Recipes", "LarderAPI", "Fetching", "Images", "Accounts", "Community",
                "Views",
                "Events", "EventLog", "Transparency", "Layout", "AsyncHTTPClient", "HTTPTypes", "Logging", "NIOCore",
                "NIOEmbedded",
                "NIOFoundationCompat", "NIOHTTP1", "NIOHTTP2", "NIOPosix", "NIOSSL", "Yams", "larder",
            ]),
        tests("LaboratoryTests", ["TestSupport", "Experiments", "laboratory", "larder"]),
        tests(
            "ModelTests",
            [
                "TestSupport", "Operations", "LarderAPI", "Community", "Views", "Events", "Projections", "EventLog",
                "LMDB", "Layout", "SwiftProtobuf", "larder",
            ]),
        tests("ProcessTests", ["TestSupport", "Transparency", "larder"]),
        tests(
            "RealDataTests",
            [
                "TestSupport", "CLI", "Communities", "Recipes", "CloudEvents", "Operations", "LarderAPI", "Images",
                "Community", "Views", "Ingredients", "Events", "EventLog", "Layout",
            ]),
    ]
)

// libFuzzer brings the function `main` along, so that this links only as `tools/fuzz` builds it.
if Context.environment["LARDER_FUZZING"] != nil {
    package.targets.append(
        .executableTarget(
            name: "larder-fuzz", dependencies: ["Fuzzing"], path: "Tests/FuzzDriver", swiftSettings: settings))
}

// Builds the DocC articles, as `tools/test --long` does. Apps that depend on LarderClient do not fetch it.
if Context.environment["LARDER_DOCUMENTATION"] != nil {
    package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
