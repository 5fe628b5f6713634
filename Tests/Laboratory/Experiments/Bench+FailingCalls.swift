import Foundation

extension Bench {
    package func failingCalls(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let experiment = FailingCalls(products: products, scratch: scratch, examiner: examiner)
        return try subjects().enumerated().map { index, subject in
            var sum = FailingCalls.Result()
            for (kind, disturbance) in FailingCalls.disturbances.enumerated() {
                // In short: each subject is disturbed once in every third way, with another seed in other ways.
                guard options.isTried(index + kind, oneIn: 3) else { continue }
                let (stride, first) = options.isLong ? (1, 0) : (7, 1 + (index + kind + Int(options.firstSeed)) / 3 % 3)
                let most = options.isLong ? Int.max : 1
                let one = try experiment.run(subject, disturbance, casesMax: most) { $0 % stride == first }
                sum.cases += one.cases
                sum.refused += one.refused
                sum.killed += one.killed
                sum.uncertain += one.uncertain
                sum.violations += one.violations
            }
            return Laboratory.Row(
                experiment: "n-th call fails: \(subject.line.name)", cases: sum.cases, losses: sum.violations.count,
                remark: "\(sum.refused) refused, \(sum.killed) killed, \(sum.uncertain) there though unanswered",
                details: Array(sum.violations.prefix(20)))
        }
    }

    /// A directory that holds a community with one member, and which folder that is.
    private func begunCommunity() throws -> (before: String, community: String) {
        let (before, community) = (scratch.newName(), "data")
        try FileManager.default.createDirectory(atPath: before, withIntermediateDirectories: true)
        let first = Launch(
            executable: products.larder, arguments: ["--data", "\(before)/\(community)", "register", "ada", "--json"])
        guard try first.run(in: scratch).isDone else { throw Story.Untold(description: "register") }
        return (before, community)
    }

    package func loads(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let (before, community) = try begunCommunity()
        let experiment = Loads(
            products: products, scratch: scratch, examiner: examiner, before: before, community: community)
        let snapshots = try experiment.snapshots { options.isTried($0, oneIn: 4) }
        let failing = try experiment.failingDisk { options.isTried($0, oneIn: 36) }
        return [("snapshots of the disk", snapshots), ("the disk fails", failing)].map { name, result in
            Laboratory.Row(
                experiment: "under load, \(name)", cases: result.cases, losses: result.violations.count, remark: "",
                details: Array(result.violations.prefix(20)))
        }
    }

    package func successors(_ options: Laboratory.Options) throws -> [Laboratory.Row] {
        let (before, community) = try begunCommunity()
        let begun = try examiner.examine(
            ExaminationRequest(directory: "\(before)/\(community)", isUsed: false, isSigned: false))
        let experiment = Successors(
            products: products, scratch: scratch, examiner: examiner, before: before, community: community, begun: begun
        )
        let pairs = try experiment.pairs(seedsPerCase: options.isLong ? 16 : 2) { number, next in
            options.isTried(number + next, oneIn: 5)
        }
        let seeds = options.range(few: 5)
        let chains = try experiment.drawn(seeds: seeds)
        return [("two of them", pairs, ""), ("drawn", chains, ", seeds \(seeds)")].map { name, result, seeds in
            Laboratory.Row(
                experiment: "one after the other, \(name)", cases: result.cases, losses: result.violations.count,
                remark: "\(result.disks) disks\(seeds)", details: Array(result.violations.prefix(20)))
        }
    }

    private func subjects() throws -> [FailingCalls.Subject] {
        let (empty, lived) = (scratch.newName(), scratch.newName())
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        let life = try Script.life(products, in: scratch)
        let plain = Script(lines: life.lines.filter { !$0.isOwn }, community: life.community)
        func line(_ name: String) throws -> Script.Line {
            guard let line = life.lines.first(where: { $0.name == name }) else { throw Story.Untold(description: name) }
            return line
        }
        func run(_ line: Script.Line, _ root: String) throws -> Data {
            let end = try Launch(
                executable: products.larder, arguments: ["--data", "\(root)/\(life.community)"] + line.arguments
            ).run(in: scratch)
            guard end.isDone else { throw Story.Untold(description: "\(line.name) \(end.summary)") }
            return end.outputBytes
        }
        // Views that are there, and behind.
        for line in plain.lines.prefix(6) { _ = try run(line, lived) }
        let export = Script.line("export", "log", "export", "--verbatim")
        let exported = scratch.newName()
        try run(export, lived).write(to: URL(filePath: exported))

        func subject(_ line: Script.Line, before root: String) throws -> FailingCalls.Subject {
            func look(_ root: String) throws -> Examination {
                let copy = scratch.newName()
                defer { try? FileManager.default.removeItem(atPath: copy) }
                try FileManager.default.copyItem(atPath: root, toPath: copy)
                return try examiner.examine(
                    ExaminationRequest(directory: "\(copy)/\(life.community)", isUsed: false, isSigned: false))
            }
            let before = try look(root)
            let after = scratch.newName()
            defer { try? FileManager.default.removeItem(atPath: after) }
            try FileManager.default.copyItem(atPath: root, toPath: after)
            _ = try run(line, after)
            return FailingCalls.Subject(
                line: line, community: life.community, before: root, headBefore: before.head,
                headAfter: try look(after).head, rootBefore: before.root,
                hasVault: FileManager.default.fileExists(atPath: "\(after)/\(life.community)/vault"))
        }
        var subjects = [try subject(try line("register"), before: empty)]
        for name in [
            "post", "submit another batch", "catch the views up", "rebuild the views", "set rules", "delete an account",
        ] {
            subjects.append(try subject(try line(name), before: lived))
        }
        subjects.append(try subject(export, before: lived))
        subjects.append(try subject(Script.line("import", "log", "import", "--verbatim", exported), before: empty))
        return subjects
    }
}
