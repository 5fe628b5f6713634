import CloudEvents
import Events
import Foundation
import Operations

/// A whole file, or standard input for `-`.
enum InputFile {
    /// Far above the largest payload.
    static let bytesMax = 4 << 20

    static func bytes(of path: String) throws(Refusal) -> [UInt8] {
        let bytes = try bytes(of: path, upTo: bytesMax + 1)
        guard bytes.count <= bytesMax else {
            let name = path == "-" ? "standard input" : path
            throw Refusal(.invalid, "\(name) is longer than \(bytesMax) bytes")
        }
        return bytes
    }

    /// The text of a file without the line break at its end.
    static func text(of path: String) throws(Refusal) -> String {
        var bytes = try bytes(of: path)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(.invalid, "\(path == "-" ? "standard input" : path) is not UTF-8 text")
        }
        return text
    }

    /// Reads at most `most` bytes from the beginning. To learn whether that is all, ask for one byte more.
    static func bytes(of path: String, upTo most: Int) throws(Refusal) -> [UInt8] {
        let source = try FileBytes(path: path)
        var bytes: [UInt8] = []
        var chunk: [UInt8] = []
        while bytes.count < most {
            try source.read(into: &chunk)
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        return Array(bytes.prefix(most))
    }
}

/// A file that was read for an import.
struct ImportFile {
    var bytes: [UInt8]
    /// The name of the file in reports.
    var place: String
    /// Without folder and ending; empty for standard input.
    var name: String

    /// Reads at most `most` bytes and one more, by which the caller knows a longer file.
    init(path: String, upTo most: Int) throws(Refusal) {
        bytes = try InputFile.bytes(of: path, upTo: most + 1)
        place = path == "-" ? "standard input" : path
        name = path == "-" ? "" : URL(filePath: path).deletingPathExtension().lastPathComponent
    }
}

/// Finds the files that an import reads.
enum ImportFiles {
    static let countMax = 100_000

    /// The named files, and all files in named folders with one of these endings, in the order of their paths. Skips hidden files
    /// and links within folders.
    static func paths(_ named: [String], endings: [String]) throws(Refusal) -> [String] {
        guard named.count(where: { $0 == "-" }) <= 1 else {
            throw Refusal(.usage, "standard input can be read once: leave one - out", field: "files")
        }
        var paths: [String] = []
        for path in named {
            var isFolder: ObjCBool = false
            if path != "-", unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                isFolder.boolValue
            {
                paths += try inFolder(path, endings)
            } else {
                // All names are checked before the first file is imported.
                if path != "-" { _ = try FileBytes(path: path) }
                paths.append(path)
            }
            guard paths.count <= countMax else {
                throw Refusal(
                    .invalid, "there are more than \(countMax) files: import a part at a time", field: "files")
            }
        }
        return paths
    }

    /// A directory walk skips unreadable folders silently, so they are checked first.
    private static func checkReadable(_ folder: String) throws(Refusal) {
        guard unsafe access(folder, R_OK | X_OK) == 0 else { throw unreadable(folder) }
    }

    private static func unreadable(_ folder: String) -> Refusal {
        Refusal(.unavailable, "cannot read «\(folder)»; check its permissions", field: "files")
    }

    private static func inFolder(_ folder: String, _ endings: [String]) throws(Refusal) -> [String] {
        try checkReadable(folder)
        guard let walk = FileManager.default.enumerator(atPath: folder) else { throw unreadable(folder) }
        var paths: [String] = []
        while let path = walk.nextObject() as? String {
            let name = path.split(separator: "/").last ?? ""
            let type = walk.fileAttributes?[.type] as? FileAttributeType
            if name.hasPrefix(".") {
                if type == .typeDirectory { walk.skipDescendants() }
                continue
            }
            let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
            let place = folder.hasSuffix("/") ? folder + path : "\(folder)/\(path)"
            if type == .typeDirectory { try checkReadable(place) }
            guard type == .typeRegular, endings.contains(ending) else { continue }
            paths.append(place)
            if paths.count > countMax { break }
        }
        guard !paths.isEmpty else {
            let names = endings.map { ".\($0)" }.joined(separator: " or ")
            throw Refusal(.notFound, "there is no file that ends in \(names) in «\(folder)»", field: "files")
        }
        return paths.sorted()
    }
}

extension Payload {
    /// Builds the payload of an event of that kind from values of the project's own types.
    ///
    /// It goes by way of JSON: times and lists are protobuf's own types in payloads, and only Interchange knows those.
    init(_ kind: EventKind, saying content: some Encodable) throws {
        self = try CloudEventReader.data(kind, json: Array(try JSONDocument.text(content).utf8)).payload
    }
}
