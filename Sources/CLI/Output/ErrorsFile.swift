import Events
import Foundation

/// The file of `--errors`, made anew: one line for each thing that was refused, written as it is refused.
final class ErrorsFile {
    private let path: String
    private let handle: FileHandle

    /// Refuses to write over one of the files that are read.
    init(path: String, beside inputs: [String]) throws(Refusal) {
        func place(_ path: String) -> URL { URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL }
        guard !inputs.map(place).contains(place(path)) else {
            throw Refusal(.usage, "«\(path)» is read itself: write refused lines to another file", field: "errors")
        }
        // Where it lies, be it a device or behind a link: `createFile` would put a file in its place.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.refusal(path) }
        self.path = path
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// `line` is without its line end.
    func add(_ line: [UInt8]) throws(Refusal) {
        do {
            try handle.write(contentsOf: Data(line + [0x0A]))
        } catch {
            throw Self.refusal(path)
        }
    }

    private static func refusal(_ path: String) -> Refusal {
        Refusal(.unavailable, "«\(path)» cannot be written: check its directory, its permissions and the disk")
    }
}
