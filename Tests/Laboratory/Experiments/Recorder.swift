import Foundation

/// Runs programs so that what they do to files is written down.
package final class Recorder {
    package let root: String
    private let tracePath: String
    private let bootPath: String
    private let products: Products

    /// `root`: the directory that is watched; a new one unless given.
    package init(_ products: Products, in scratch: Scratch, root: String? = nil) throws {
        self.products = products
        self.root = root ?? scratch.newName()
        tracePath = scratch.newName()
        bootPath = scratch.newName()
        try FileManager.default.createDirectory(atPath: self.root, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: tracePath))
        // Another boot than that in which images are opened: what was not synced is not trusted by then.
        try Data("\(UUID().uuidString.lowercased())\n".utf8).write(to: URL(filePath: bootPath))
    }

    package func trace() throws -> Trace { try Trace(contentsOf: tracePath) }

    package func remove() {
        for path in [tracePath, bootPath] { try? FileManager.default.removeItem(atPath: path) }
    }

    package func launch(_ line: Script.Line, at directory: String, fault: Fault? = nil, secondsAhead: Int = 0) -> Launch
    {
        var environment = [
            "LD_PRELOAD": products.recorder, "LARDER_LAB_ROOT": root, "LARDER_LAB_TRACE": tracePath,
            "LARDER_LAB_BOOT": bootPath,
        ]
        if let fault { environment["LARDER_LAB_FAULT"] = fault.text }
        if secondsAhead != 0 { environment["LARDER_LAB_CLOCK"] = "\(secondsAhead)" }
        return Launch(
            executable: line.isOwn ? products.laboratory : products.larder,
            arguments: line.isOwn ? line.arguments + [directory] : ["--data", directory] + line.arguments,
            environment: environment)
    }
}
