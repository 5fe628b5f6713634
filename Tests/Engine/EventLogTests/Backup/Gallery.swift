import Decisions
import Foundation

@testable import EventLog
@testable import Events

/// Images of a few bytes each, whose content does not matter.
final class Gallery: ImageSource {
    let directory: String
    var forgottenErasures: Int?
    /// The acts of other clients just before the images are locked; called in each round.
    var meanwhile: () throws -> Void = {}
    /// How many leftover images of deleted members a request removes.
    var erasuresToForget = 0
    private(set) var rounds = 0
    /// The images that the log names; `nil`: unknown.
    var named: Set<ImageID>? = []

    init(_ directory: String, forgottenErasures: Int? = nil) {
        self.directory = directory
        self.forgottenErasures = forgottenErasures
    }

    func whileStill<R>(_ body: () throws -> R) throws -> R {
        try meanwhile()
        rounds += 1
        return try body()
    }

    func named(among ids: Set<ImageID>) throws(Refusal) -> Set<ImageID> {
        guard let named else { throw Refusal(.unavailable, "an event cannot be opened") }
        return named.intersection(ids)
    }

    func forget() {
        guard let forgotten = forgottenErasures, erasuresToForget > 0 else { return }
        (forgottenErasures, erasuresToForget) = (forgotten + 1, erasuresToForget - 1)
    }

    func folder(_ id: ImageID) -> String { "\(directory)/\(id.path)" }

    /// Stores an image with as many smaller ones beside it.
    @discardableResult
    func put(_ text: String, small count: Int = 1) throws -> ImageID {
        let id = ImageID(of: Array(text.utf8))
        try FileManager.default.createDirectory(atPath: folder(id), withIntermediateDirectories: true)
        try write(text, to: "original.jpg", of: id)
        for name in ["small", "medium", "large"].prefix(count) {
            try write("\(name) \(text)", to: "\(name).jpg", of: id)
        }
        try write("", to: "m2.held", of: id)
        return id
    }

    func write(_ text: String, to name: String, of id: ImageID) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder(id))/\(name)"))
    }

    func remove(_ id: ImageID) throws { try FileManager.default.removeItem(atPath: folder(id)) }
}

extension Pantry {
    var gallery: Gallery { Gallery(path("data/media")) }

    @discardableResult
    func backUp(_ gallery: Gallery, to folder: String? = nil) throws -> BackupWriter.Outcome {
        let log = try open()
        defer { log.close() }
        return try BackupWriter.backUp(log, to: folder ?? backup, images: gallery)
    }

    /// All files below a folder except those of images, by their paths.
    func contents(_ folder: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try files(folder) where !name.hasSuffix(".held") {
            var isDirectory = ObjCBool(false)
            guard unsafe FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isDirectory),
                !isDirectory.boolValue
            else { continue }
            contents[name] = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
        return contents
    }
}
