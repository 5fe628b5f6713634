import Events
import Foundation
import TestSupport
import Testing

@testable import EventLog

/// The file exists as a whole or not at all.
@Suite struct WholeFileTests {
    let scratch = TemporaryDirectory()

    private var path: String { "\(scratch.path)/file" }
    private var names: Set<String> {
        get throws { Set(try FileManager.default.contentsOfDirectory(atPath: scratch.path)) }
    }
    private var bytes: [UInt8]? { FileManager.default.contents(atPath: path).map { Array($0) } }

    @Test("a finished file is in place, and an unfinished one leaves nothing")
    func whatIsFinishedIsThereAndWhatIsNotLeavesNothing() throws {
        do {
            let file = try WholeFile(path: path)
            try file.write([1, 2, 3])
        }
        #expect(try names.isEmpty)
        do {
            let file = try WholeFile(path: path)
            try file.write([1, 2])
            try file.write([])
            try file.write([3])
            #expect(bytes == nil)
            try file.finish()
            #expect(bytes == [1, 2, 3])
        }
        do {
            let file = try WholeFile(path: path)
            try file.write([4])
        }
        #expect(bytes == [1, 2, 3], "what was there stays until the new one is whole")
        #expect(try names == ["file"])
    }

    /// The file of a killed process is overwritten completely.
    @Test("the remains of a killed process are overwritten completely") func leftoversAreNoObstacle() throws {
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: "\(path).new"))
        let file = try WholeFile(path: path)
        try file.write([1])
        try file.finish()
        #expect(bytes == [1])
        #expect(try names == ["file"])
    }

    @Test("two writers cannot write one file at a time") func twoDoNotWriteOneFile() throws {
        let first = try WholeFile(path: path)
        try first.write([1, 2])
        #expect(throws: Refusal.self) { try WholeFile(path: path) }
        try first.finish()
        #expect(bytes == [1, 2])
        let second = try WholeFile(path: path)
        try second.finish()
        #expect(bytes == [])
    }

    @Test("a new file replaces nothing, and its owner alone can read it") func newFiles() throws {
        try Data(repeating: 7, count: 100).write(to: URL(fileURLWithPath: "\(path).new"))
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(path).new")
        do {
            let file = try WholeFile(path: path, permissions: 0o600, isReplacing: false)
            try file.write([1])
            try file.finish()
        }
        #expect(bytes == [1])
        #expect(try names == ["file"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let refusal = #expect(throws: Refusal.self) { try WholeFile(path: path, isReplacing: false) }
        #expect(refusal?.code == .conflict)
        // One that appears meanwhile stays.
        let other = TemporaryDirectory()
        do {
            let late = try WholeFile(path: other.path("late"), isReplacing: false)
            try late.write([2])
            try Data([3]).write(to: URL(fileURLWithPath: other.path("late")))
            #expect(throws: Refusal.self) { try late.finish() }
        }
        #expect(FileManager.default.contents(atPath: other.path("late")) == Data([3]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["late"])
        // A link to nothing is not followed.
        let link = other.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other.path("target"))
        #expect(throws: Refusal.self) { try WholeFile(path: link, isReplacing: false) }
    }

    @Test("a device, a folder or a missing folder is refused") func whatIsNoFileIsNotReplaced() throws {
        for place in ["/dev/null", scratch.path, "\(scratch.path)/none/file"] {
            #expect(throws: Refusal.self) { try WholeFile(path: place) }
        }
        #expect(try names.isEmpty)
    }
}
