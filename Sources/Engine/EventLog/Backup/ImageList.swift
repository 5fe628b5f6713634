import Foundation
import Layout

/// The files of the images of one backup, with their checksums: a file that `sha256sum --check` can read, too.
struct ImageList: Equatable {
    /// The folder of the images, in a backup as in a community.
    static let folder = "media"
    /// A million images in all their sizes.
    private static let bytesMax = 1 << 30

    private(set) var images: [ImageID: ImageFiles] = [:]

    subscript(_ id: ImageID) -> ImageFiles? {
        get { images[id] }
        set { images[id] = newValue }
    }

    /// The name of the list of the n-th backup into a folder.
    static func fileName(_ number: Int) -> String { "images-\(number).sha256" }

    static func path(_ id: ImageID, _ name: String) -> String { "\(folder)/\(id.path)/\(name)" }

    // MARK: Storing

    /// A line for each file, in the order of the paths.
    private var text: String {
        var text = ""
        for id in images.keys.sorted() {
            for (name, sum) in (images[id]?.sums ?? [:]).sorted(by: { $0.key < $1.key }) {
                text += "\(sum)  \(Self.path(id, name))\n"
            }
        }
        return text
    }

    /// When it returns, the list survives a power loss, except for its name.
    func write(to path: String) throws(Refusal) -> BackupManifest.File {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.bytesMax else {
            throw Refusal(.unavailable, "\(images.count) images are more than a backup can list")
        }
        let file = try StoredFile(path)
        try file.write(bytes)
        return BackupManifest.File(
            name: URL(filePath: path).lastPathComponent, bytes: bytes.count, sha256: try file.finish())
    }

    /// The list of a backup; empty if the backup holds no images. Refuses a list that differs from what was written.
    static func read(_ manifest: BackupManifest, of backup: String) throws(Refusal) -> ImageList {
        guard let images = manifest.images else { return ImageList() }
        let path = "\(backup)/\(images.list.name)"
        guard FileKind(path) == .file else {
            throw BackupManifest.damage(path, FileKind(path) == .nothing ? "it is missing" : "it is not a file")
        }
        let file = try OpenedFile(plain: path)
        let bytes = try file.rest(atMost: min(images.list.bytes, bytesMax))
        guard bytes.count == images.list.bytes, file.hash == images.list.sha256 else {
            throw BackupManifest.damage(path, "checksum mismatch")
        }
        guard let list = ImageList(bytes), list.images.count == images.count else {
            throw BackupManifest.damage(path, "it is not a list of images")
        }
        return list
    }

    /// `nil` if a line is no file of an image, such as a path that leads elsewhere, or the lines are out of order.
    private init?(_ bytes: [UInt8]) {
        let middle = "  \(Self.folder)/"
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: line, as: UTF8.self)
            let (sum, rest) = (ImageID(String(line.prefix(ImageID.digits))), line.dropFirst(ImageID.digits))
            let parts = rest.dropFirst(middle.count).split(separator: "/", omittingEmptySubsequences: false)
            guard let sum, rest.hasPrefix(middle), parts.count == 3, let id = ImageID(String(parts[1])),
                id.shelf == parts[0], ImageFiles.isName(String(parts[2]))
            else { return nil }
            images[id, default: ImageFiles()][String(parts[2])] = sum.text
        }
        guard images.allSatisfy({ $0.value.isWhole($0.key) }), Array(text.utf8) == bytes else { return nil }
    }

    init() {}
}

extension ImageList {
    /// Copies all images out of a backup, each verified. Refuses the first file that differs from its checksum, and
    /// names it. When it returns, the copies survive a power loss.
    ///
    /// A restored image is not held, and has the age of a named one: an image without a reference is removed by the
    /// next sweep. So an upload without a reference must be uploaded again, and images that only deleted members had
    /// named do not stay for a day.
    func copy(from backup: String, to directory: String, _ progress: (Int, Int) -> Void) throws(Refusal) {
        guard !images.isEmpty else { return }
        try Self.make(directory)
        let media = "\(backup)/\(Self.folder)"
        try Self.checkIsFolder(media)
        var shelves: Set<String> = []
        for (index, id) in images.keys.sorted().enumerated() {
            progress(index, images.count)
            if shelves.insert(id.shelf).inserted {
                try Self.checkIsFolder("\(media)/\(id.shelf)")
                try Self.make("\(directory)/\(id.shelf)")
            }
            try Self.checkIsFolder("\(media)/\(id.path)")
            let target = "\(directory)/\(id.path)"
            try Self.make(target)
            for (name, sum) in self[id]?.sums ?? [:] {
                let bytes = try Self.read("\(media)/\(id.path)/\(name)", sum)
                let file = try StoredFile("\(target)/\(name)")
                try file.write(bytes)
                _ = try file.finish()
            }
            try syncFolder(target)
            let times = [timespec(), timespec()]
            guard unsafe utimensat(AT_FDCWD, target, times, 0) == 0 else {
                throw Refusal.file(target, cannotBe: "dated")
            }
        }
        for shelf in shelves { try syncFolder("\(directory)/\(shelf)") }
        try syncFolder(directory)
    }

    private static func make(_ folder: String) throws(Refusal) {
        guard unsafe mkdir(folder, 0o700) == 0 else { throw Refusal.file(folder, cannotBe: "made") }
    }

    private static func checkIsFolder(_ path: String) throws(Refusal) {
        switch FileKind(path) {
        case .folder: break
        case .nothing: throw BackupManifest.damage(path, "it is missing")
        case .file, .other: throw BackupManifest.damage(path, "it is not a folder")
        }
    }

    private static func read(_ path: String, _ sum: String) throws(Refusal) -> [UInt8] {
        switch FileKind(path) {
        case .file: break
        case .nothing: throw BackupManifest.damage(path, "it is missing")
        case .folder, .other: throw BackupManifest.damage(path, "it is not a file")
        }
        let file = try OpenedFile(plain: path)
        let bytes = try file.rest(atMost: ImageFiles.bytesMax)
        guard bytes.count <= ImageFiles.bytesMax, file.hash == sum else {
            throw BackupManifest.damage(path, "checksum mismatch")
        }
        return bytes
    }
}
