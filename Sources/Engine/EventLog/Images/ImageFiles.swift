import Layout

/// The files of one image, by their names, each with the SHA-256 of its bytes.
package struct ImageFiles: Equatable, Sendable {
    /// What an image takes is bounded by its pixels; a file beyond this is none of ours.
    package static let bytesMax = 64 << 20
    private static let original = "original"

    private(set) var sums: [String: String] = [:]

    subscript(_ name: String) -> String? {
        get { sums[name] }
        set { sums[name] = newValue }
    }

    /// `original.jpg`, `small.webp`: lower-case letters, a dot, lower-case letters and digits. What holds an image, and what is
    /// just being written, has other names.
    static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, name.utf8.count <= 64 else { return false }
        let letters = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
        return !parts[0].isEmpty && parts[0].utf8.allSatisfy(letters) && !parts[1].isEmpty
            && parts[1].utf8.allSatisfy { letters($0) || (0x30...0x39).contains($0) }
            && !["held", "new"].contains(parts[1])
    }

    /// Whether that is the file whose bytes name the image.
    static func isOriginal(_ name: String) -> Bool { name.hasPrefix("\(original).") }

    /// Whether they are those of that image: its original says so.
    func isWhole(_ id: ImageID) -> Bool {
        let originals = sums.filter { Self.isOriginal($0.key) }
        return !originals.isEmpty && originals.values.allSatisfy { $0 == id.text }
    }
}
