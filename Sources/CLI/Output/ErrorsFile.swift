import Events
import Foundation
import Recipes

/// The file of `--errors`, which replaces an older one: one line for each refused item, written at once.
final class ErrorsFile {
    private let path: String
    private let handle: FileHandle

    /// Refuses to write over one of the files that are read.
    init(path: String, beside inputs: [String]) throws(Refusal) {
        func place(_ path: String) -> URL { URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL }
        guard !inputs.map(place).contains(place(path)) else {
            throw Refusal(.usage, "«\(path)» is read itself: write refused lines to another file", field: "errors")
        }
        // `open` writes to a device or to a link's target; `createFile` would replace it with a file.
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

/// An import's report on single items. The file of `--errors` gets all of it. Without such a file standard error gets the first
/// changes; refusals are counted, and `RefusedItems` reports them at the end.
final class ReportedLines {
    /// Lines that standard error shows.
    static let shownMax = 20

    private let invocation: Invocation
    private let file: ErrorsFile?
    private let bar: ProgressBar
    private let refused: RefusedItems?
    private var count = 0

    /// `bar` ends before something is shown. Without `refused` refusals are shown as changes are.
    init(_ invocation: Invocation, _ file: ErrorsFile?, _ bar: ProgressBar, _ refused: RefusedItems? = nil) {
        self.invocation = invocation
        self.file = file
        self.bar = bar
        self.refused = refused
    }

    func add(_ line: ImportRun.Line) throws(Refusal) {
        let text = line.description.asOneLine
        if line.isRefusal { refused?.add(text) }
        if let file { return try file.add(Array(text.utf8)) }
        guard !line.isRefusal || refused == nil else { return }
        count += 1
        guard count <= Self.shownMax else { return }
        bar.finish()
        invocation.output.warn(text)
    }

    /// Reports the number of lines that were not shown.
    func finish() {
        guard count > Self.shownMax else { return }
        bar.finish()
        invocation.output.warn("… and \(count - Self.shownMax) more: --errors FILE lists them")
    }
}
