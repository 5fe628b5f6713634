import Testing

/// The layers: an arrow goes only down. README.md shows the same table to people.
enum Layers {
    /// What each target may import of this package.
    static let allowed: [String: Set<String>] = [
        "CLMDB": [],
        "CXXHash": [],
        "CCRC32C": [],
        "CZip": [],
        "CZlib": [],
        "CImages": [],
        "Layout": ["CCRC32C"],
        "Addresses": [],
        "LMDB": ["CLMDB", "Layout"],
        "Events": ["Layout"],
        "Ingredients": [],
        "Transparency": [],
        "EventLog": ["Transparency", "LMDB", "Events", "Layout"],
        "Projections": ["EventLog", "LMDB", "CXXHash", "Events", "Layout"],
        "Views": ["Projections", "Ingredients", "Events", "Layout"],
        "Search": ["Views", "Projections", "EventLog", "Events", "Layout"],
        "Decisions": ["Events", "Layout"],
        "Images": ["CImages", "CZlib"],
        "Service": [
            "Images", "Search", "Views", "Decisions", "Projections", "EventLog", "Transparency", "LMDB", "Events",
            "Layout",
        ],
        "Notation": ["Views", "Events", "Layout"],
        "Archives": ["CZip", "CZlib"],
        "Interchange": ["Archives", "Service", "Ingredients", "Events", "Layout"],
        "Answers": ["Interchange", "Notation", "Service", "Views", "EventLog", "Events", "Layout"],
        "Accounts": ["Service", "Views", "EventLog", "LMDB", "Events", "Layout"],
        "HTTPService": [
            "Accounts", "Addresses", "Answers", "Archives", "Images", "Interchange", "Notation", "Service",
            "Ingredients", "Views",
            "EventLog", "Events",
            "Layout",
        ],
        "Fetching": ["Addresses"],
        "Demo": ["Ingredients", "Events", "Layout"],
        "Benchmarks": ["Demo", "Interchange", "Service", "Views", "EventLog", "Events", "Layout"],
        "CommandLine": [
            "Accounts", "Addresses", "Answers", "Benchmarks", "Demo", "Fetching", "HTTPService", "Interchange",
            "Notation",
            "Service", "Views",
            "EventLog", "Ingredients", "Events", "Layout",
        ],
        "larder": ["CommandLine"],
        "RawLMDB": ["CLMDB"],
        "TrivialHTTP": [],
        "CPQ": [],
        "PostgresHTTP": ["CPQ"],
    ]

    /// Modules of the toolchain and the system, open to all. Which C library there is depends on the platform.
    static let everywhere: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin",
    ]

    /// Modules of other packages, and who may import them.
    static let outside: [String: Set<String>] = [
        "Crypto": ["Transparency", "EventLog", "Service", "Accounts", "Interchange", "HTTPService"],
        "CryptoExtras": ["Accounts"],
        "Hummingbird": ["HTTPService", "TrivialHTTP", "PostgresHTTP"],
        "HummingbirdCore": ["HTTPService"],
        "HummingbirdTLS": ["HTTPService"],
        "NIOSSL": ["HTTPService"],
        "HTTPTypes": ["HTTPService"],
        "Logging": ["HTTPService", "CommandLine", "TrivialHTTP", "PostgresHTTP"],
        "ServiceLifecycle": ["HTTPService"],
        "SwiftProtobuf": ["Events", "EventLog", "Views", "Decisions", "Service", "Interchange", "CommandLine"],
        "ArgumentParser": ["CommandLine"],
        "Yams": ["Interchange", "CommandLine"],
        "AsyncHTTPClient": ["Fetching"],
        "NIOCore": ["Fetching", "HTTPService"],
        "NIOPosix": ["HTTPService"],
        "NIOHTTP1": ["Fetching", "HTTPService"],
        "NIOHTTPCompression": ["Fetching"], "NIOHTTPTypes": ["HTTPService"],
        "GRDB": ["Search"], "GRDBSQLite": ["Search"],
    ]

    static func mayImport(_ module: String, in target: String) -> Bool {
        if everywhere.contains(module) { return true }
        if let targets = outside[module] { return targets.contains(target) }
        return allowed[target]?.contains(module) ?? false
    }
}

@Suite struct LayerTests {
    @Test func theTableNamesEveryTarget() throws {
        #expect(try Set(SourceTree.targets()) == Set(Layers.allowed.keys))
    }

    @Test func theTableHasNoCycle() {
        // Taking away targets that import nothing that is left must take away all of them.
        var left = Layers.allowed
        while let lowest = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key { left[lowest] = nil }
        #expect(left.isEmpty, "these import each other: \(left.keys.sorted())")
    }

    @Test(arguments: Layers.allowed.keys.sorted())
    func importsGoOnlyDown(target: String) throws {
        for file in try SourceTree.files(under: "Sources/\(target)") {
            for module in file.imports {
                #expect(Layers.mayImport(module, in: target), "\(file.path) imports \(module)")
            }
        }
    }

    @Test func onlyLMDBImportsTheCLibrary() throws {
        let importers = try SourceTree.files(under: "Sources").filter { $0.imports.contains("CLMDB") }
        #expect(!importers.isEmpty)
        #expect(importers.allSatisfy { $0.path.hasPrefix("Sources/LMDB/") })
    }

    @Test func importLinesAreRead() {
        let file = SourceFile(
            path: "",
            text: """
                package import Events
                import struct Foundation.Date
                @testable internal import LMDB // for the tests
                // import Nothing
                let text = "import Nothing"
                #if canImport(Musl)
                    import Musl
                #endif
                """)
        #expect(file.imports == ["Events", "Foundation", "LMDB", "Musl"])
    }
}
