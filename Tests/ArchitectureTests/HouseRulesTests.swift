import Foundation
import TestSupport
import Testing

/// House rules that a look at the text can hold. Format and width are checked by `swift format lint`.
@Suite struct HouseRulesTests {
    private static let folders = ["Sources", "Tests", "Schemas", "tools"]
    private static let endings = [".swift", ".proto", ".md", ".h", ".modulemap"]

    /// What may lie at the root, dot-files aside.
    private static let rootEntries: Set<String> = [
        "Package.swift", "Package.resolved", "Sources", "Tests", "Schemas", "tools", "docs", "README.md",
    ]

    /// The library for app developers, whose declarations are public.
    private static let publicModules = ["/LarderAPI/", "/LarderClient/"]

    @Test("package is the widest access level outside the client library") func accessLevels() throws {
        for file in try SourceTree.files(under: "Sources")
        where !file.isGenerated && !Self.publicModules.contains(where: file.path.contains) {
            // What is inlined elsewhere needs its imports public; that widens no declaration.
            for (index, line) in file.codeLines.enumerated() where !line.contains("public import ") {
                // `.public` is a value, and no access level.
                let words = line.replacing(".public", with: "").split { !($0.isLetter || $0.isNumber || $0 == "_") }
                #expect(
                    !words.contains { $0 == "public" || $0 == "open" && line.contains("open class") },
                    "\(file.path):\(index + 1) is wider than package")
            }
        }
    }

    @Test("no file puts work off") func nothingIsPutOff() throws {
        // Written apart, so that this file does not find itself.
        let words = ["TO" + "DO", "FIX" + "ME"]
        for folder in Self.folders {
            for file in try SourceTree.files(under: folder, endingIn: Self.endings) where !file.isGenerated {
                for word in words { #expect(!file.text.contains(word), "\(file.path) puts something off") }
            }
        }
    }

    @Test("the root of the repository holds only what is listed") func rootEntries() throws {
        let ignored =
            (try? String(contentsOf: Checkout.root.appendingPathComponent(".gitignore"), encoding: .utf8))
            .map { $0.split(separator: "\n").map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) } } ?? []
        let entries = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.path)
        let strangers = entries.filter {
            !$0.hasPrefix(".") && !Self.rootEntries.contains($0) && !ignored.contains($0)
        }
        #expect(strangers.isEmpty)
    }

    @Test("no file is called a manager, a helper or a utility") func fileNames() throws {
        let empty = ["Manager", "Helper", "Util", "Impl"]
        for file in try SourceTree.files(under: "Sources") {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            #expect(!empty.contains { name.contains($0) }, "\(file.path) has a name that says nothing")
        }
    }
}
