import Decisions
import Foundation
import Layout
import Testing

@testable import EventLog
@testable import Events

/// Deletions that an older backup does not know, where the community that knew them is lost.
@Suite struct ErasureListTests {
    let pantry = Pantry()

    private func restore(
        to name: String, until moment: Moment? = nil, from folder: String? = nil, formerPlace: String? = nil,
        erasures: [String] = []
    ) throws -> Restoration.Outcome {
        let restoration = try Restoration(
            .community, of: folder ?? pantry.backup, to: pantry.path(name), until: moment, isReplacing: false,
            formerPlace: formerPlace, erasures: erasures)
        try restoration.putInPlace()
        return restoration.outcome
    }

    private func export(from directory: String? = nil, to name: String) throws -> String {
        let log = try pantry.open(directory)
        defer { log.close() }
        try Data(log.erasureList().note.utf8).write(to: URL(filePath: pantry.path(name)))
        return pantry.path(name)
    }

    @Test("a restore that consulted no vault says that deletions are unknown") func nothingWasConsulted() throws {
        try pantry.register("ada")
        try pantry.backUp()
        #expect(try restore(to: "restored").erasuresUnknown)
        #expect(try !restore(to: "again", formerPlace: pantry.data).erasuresUnknown)
        #expect(try restore(to: "third", formerPlace: pantry.path("nowhere")).erasuresUnknown)
        // A list ends where it was written: what came later is unknown.
        #expect(try restore(to: "fourth", erasures: [export(to: "list")]).erasuresUnknown)
    }

    @Test("the vault of the former place keeps members deleted in another place") func theFormerVaultIsHeeded() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.delete(members[1])
        // Of a damaged community the vault is enough.
        try FileManager.default.removeItem(atPath: "\(pantry.data)/log")
        let report = try restore(to: "restored", formerPlace: pantry.data)
        #expect(report.deletedAgain == ["m4"] && !report.erasuresUnknown)
        #expect(try pantry.title(5, in: pantry.path("restored")) == nil)
        try pantry.expectHealthy(pantry.path("restored"))
    }

    @Test("a list keeps members deleted where no vault is left, and holds no name") func aListIsApplied() throws {
        let members = try pantry.register("ada", "bo", "cy")
        try pantry.backUp()
        try pantry.delete(members[1])
        let list = try export(to: "list")
        let text = try String(contentsOfFile: list, encoding: .utf8)
        let form =
            /deleted accounts\nlog [0-9a-f]{32}\nthrough 8 [-0-9TZ:.]+\nm4 [-0-9TZ:.]+ 8 [-0-9TZ:.]+\n\n— [0-9a-f]{32} .*\n/
        #expect(text.wholeMatch(of: form) != nil, "\(text)")
        let report = try restore(to: "restored", erasures: [list])
        #expect(report.deletedAgain == ["m4"] && report.erasuresThrough == 8)
        #expect(try pantry.title(5, in: pantry.path("restored")) == nil)
        #expect(try pantry.title(7, in: pantry.path("restored")) == "cy's soup")
        try pantry.expectHealthy(pantry.path("restored"))
    }

    @Test("the next backup writes the list beside its folder, and an older backup beside it heeds it")
    func theNextBackupKeepsTheList() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.delete(members[0])
        let later = try pantry.backUp(to: pantry.path("tuesday"))
        #expect(later.erasures == 1 && later.erasureList == pantry.path("tuesday.erasures").resolved)
        let report = try restore(to: "restored")
        #expect(report.deletedAgain == ["m2"] && report.erasuresThrough == 6)
        // Deletions after that backup are as unknown as before.
        #expect(report.erasuresUnknown)
        #expect(try pantry.title(3, in: pantry.path("restored")) == nil)
    }

    @Test("a list that was changed, of another log, or of none is refused by its name, and ignored beside a backup")
    func wrongListsAreRefused() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.delete(members[0])
        let list = try export(to: "list")
        let other = Pantry()
        try other.register("eve")
        let log = try other.open()
        let foreign = pantry.path("foreign.erasures")
        try Data(log.erasureList().note.utf8).write(to: URL(filePath: foreign))
        log.close()
        let changed = pantry.path("changed.erasures")
        try Data(String(contentsOfFile: list, encoding: .utf8).replacing("m2 ", with: "m4 ").utf8)
            .write(to: URL(filePath: changed))
        let nothing = pantry.path("nothing.erasures")
        try Data("m2 is deleted".utf8).write(to: URL(filePath: nothing))
        for path in [foreign, changed, nothing] {
            pantry.expectRefusal(.verificationFailed, "is not a list of the deletions of this log") {
                _ = try restore(to: "no", erasures: [path])
            }
        }
        let report = try restore(to: "restored")
        #expect(report.deletedAgain.isEmpty && report.erasuresUnknown)
        #expect(!FileManager.default.fileExists(atPath: pantry.path("no.restoring")))
    }

    /// A number that another history of the log gave to another member.
    @Test("a list deletes only the member whom it means") func anotherHistoryIsAnother() throws {
        try pantry.register("ada")
        try pantry.backUp()
        let members = try pantry.register("bo")
        try pantry.delete(members[0])
        let list = try export(to: "list")
        let branchOff = try restore(to: "second", erasures: [list])
        #expect(branchOff.position == 3)
        try pantry.register("cy", in: pantry.path("second"))
        try pantry.backUp(pantry.path("second"), to: pantry.path("second.backup"))
        let report = try restore(to: "third", from: pantry.path("second.backup"), erasures: [list])
        #expect(report.deletedAgain.isEmpty)
        #expect(try pantry.title(5, in: pantry.path("third")) == "cy's soup")
    }

    @Test("a copy of an earlier moment loses the keys of members who were deleted since") func aCopyForgets() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        try pantry.delete(members[0])
        let list = try export(to: "list")
        let report = try restore(to: "copy", until: .position(Position(5)), formerPlace: pantry.data)
        #expect(report.readOnly && report.deletedAgain == ["m2"] && !report.erasuresUnknown)
        let copy = pantry.path("copy")
        #expect(try pantry.title(3, in: copy) == nil && pantry.title(5, in: copy) == "bo's soup")
        #expect(!FileManager.default.fileExists(atPath: "\(copy)/vault/signing"))
        try pantry.expectHealthy(copy)
        #expect(try restore(to: "other", until: .position(Position(5)), erasures: [list]).deletedAgain == ["m2"])
        let log = try pantry.open(copy)
        let branch = try log.branch(original: pantry.data)
        log.close()
        #expect(branch.deleted == ["m2"] && !branch.erasuresUnknown)
        // Its first opening folds the state under its new name.
        #expect(try pantry.title(5, in: copy) == "bo's soup")
        try pantry.expectHealthy(copy)
    }

    @Test("a branch heeds deletions that happened after its copy was made") func aBranchForgets() throws {
        let members = try pantry.register("ada", "bo")
        try pantry.backUp()
        let copy = pantry.path("copy")
        _ = try restore(to: "copy", until: .position(Position(5)), formerPlace: pantry.data)
        try pantry.delete(members[1])
        var log = try pantry.open(copy)
        pantry.expectRefusal(.notFound, "holds no vault of this log") {
            _ = try log.branch(original: pantry.path("nowhere"))
        }
        let branch = try log.branch(original: pantry.data)
        log.close()
        #expect(branch.deleted == ["m4"])
        #expect(try pantry.title(5, in: copy) == nil)
        _ = try restore(to: "careless", until: .position(Position(5)))
        log = try pantry.open(pantry.path("careless"))
        #expect(try log.branch().erasuresUnknown)
        log.close()
    }
}

extension String {
    fileprivate var resolved: String { FileSystem.resolved(self) }
}
