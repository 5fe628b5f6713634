import Foundation
import TestSupport
import Testing

/// A file system of a few megabytes, in a mount namespace of its own; needs the right to mount.
@Suite struct DiskFullTests {
    private static func shell(_ script: String, _ arguments: [String] = []) throws -> Program.Run {
        try Program(
            ["-m", "bash", "-c", script, "bash"] + arguments, executable: URL(filePath: "/usr/bin/unshare")
        ).wait()
    }

    /// Runs a script, which is given the program and the directory that it writes into, and reads what it has written there.
    static func written(
        by script: String, in scratch: TemporaryDirectory, _ arguments: [String] = []
    ) throws -> (_ name: String) throws -> String {
        let program = try #require(Program.location)
        let run = try shell(script, [program.path, scratch.path] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return { name in try String(contentsOfFile: scratch.path(name), encoding: .utf8) }
    }

    static let mayMount: Bool = {
        let run = try? shell("mount -t tmpfs -o size=1m none /mnt")
        if run?.status != 0 { print("SKIPPED: file systems cannot be mounted here, so no disk is filled") }
        return run?.status == 0
    }()

    @Test("an import on a full disk exits with a clear line, and continues when there is room", .enabled(if: mayMount))
    func aFullDiskIsSaidAndTheImportGoesOn() throws {
        let files = try FoodComFiles()
        let scratch = TemporaryDirectory()
        let whole = DataDirectory(scratch.path("whole"))
        #expect(try whole.start(files.arguments).wait().status == 0)
        let script = """
            larder=$1; scratch=$2; shift 2
            mkdir "$scratch/disk" && mount -t tmpfs -o size=700k none "$scratch/disk" || exit 99
            "$larder" --data "$scratch/disk/data" "$@" > /dev/null 2> "$scratch/full"
            echo $? > "$scratch/status"
            mount -o remount,size=200m "$scratch/disk"
            "$larder" --data "$scratch/disk/data" log export > "$scratch/before" || exit 98
            "$larder" --data "$scratch/disk/data" "$@" > /dev/null || exit 97
            "$larder" --data "$scratch/disk/data" log export > "$scratch/after" || exit 96
            """
        let text = try Self.written(by: script, in: scratch, files.arguments)
        #expect(try text("status") == "8\n")
        #expect(try text("full").hasPrefix("larder: unavailable: "))
        let export = try whole.text("log", "export")
        let before = try text("before")
        #expect(before.utf8.count < export.utf8.count && export.hasPrefix(before))
        #expect(try text("after") == export)
    }

    @Test("an as-of question on a full disk is answered from memory and leaves no file", .enabled(if: mayMount))
    func aFullDiskNeedsNoRoomForThePast() throws {
        let scratch = TemporaryDirectory()
        let script = """
            larder=$1; scratch=$2
            mkdir "$scratch/disk" && mount -t tmpfs -o size=200m none "$scratch/disk" || exit 99
            export LARDER_DATA="$scratch/disk/data"
            "$larder" demo > /dev/null || exit 98
            "$larder" feed --json > "$scratch/now"
            "$larder" feed --json --as-of 4000 > "$scratch/then"
            rm -r "$LARDER_DATA/views/as-of"
            mount -o remount,size=$(($(du -sk "$scratch/disk" | cut -f1) + 400))k "$scratch/disk" || exit 97
            "$larder" feed --json --as-of 4000 2> "$scratch/full" | cmp - "$scratch/then" || exit 94
            "$larder" feed --json --as-of 4000 > /dev/null 2>&1
            echo $? > "$scratch/status"
            ls "$LARDER_DATA/views/as-of" 2> /dev/null > "$scratch/left"
            "$larder" feed --json | cmp - "$scratch/now" || exit 96
            mount -o remount,size=200m "$scratch/disk"
            "$larder" feed --json --as-of 4000 | cmp - "$scratch/then" || exit 95
            """
        let text = try Self.written(by: script, in: scratch)
        #expect(try text("status") == "0\n")
        #expect(try text("full").isEmpty)
        #expect(try text("left").isEmpty)
    }

    @Test("a backup and a restore on a full disk exit with a clear line and damage nothing", .enabled(if: mayMount))
    func aFullDiskHasNoRoomForABackupOrForWhatIsRestored() throws {
        let scratch = TemporaryDirectory()
        let script = """
            larder=$1; scratch=$2
            export LARDER_DATA="$scratch/data"
            "$larder" demo > /dev/null || exit 98
            mkdir "$scratch/disk" && mount -t tmpfs -o size=400k none "$scratch/disk" || exit 99
            "$larder" backup "$scratch/disk/backup" > /dev/null 2> "$scratch/full"
            echo $? > "$scratch/status"
            ls -A "$scratch/disk" > "$scratch/left"
            mount -o remount,size=1300k "$scratch/disk"
            "$larder" backup "$scratch/disk/backup" > /dev/null || exit 97
            "$larder" restore "$scratch/disk/backup" --to "$scratch/disk/restored" > /dev/null 2>> "$scratch/full"
            echo $? >> "$scratch/status"
            ls -A "$scratch/disk" >> "$scratch/left"
            mount -o remount,size=1100k "$scratch/disk"
            "$larder" register guest > /dev/null
            head -c 1100000 /dev/zero > "$scratch/disk/filling" 2> /dev/null
            "$larder" backup "$scratch/disk/backup" > /dev/null 2>> "$scratch/full"
            echo $? >> "$scratch/status"
            rm "$scratch/disk/filling"
            mount -o remount,size=200m "$scratch/disk"
            "$larder" restore "$scratch/disk/backup" --to "$scratch/disk/restored" > /dev/null || exit 96
            "$larder" log stat --json --data "$scratch/disk/restored" > "$scratch/stat" || exit 95
            ls -A "$scratch/disk/backup" >> "$scratch/left"
            """
        let text = try Self.written(by: script, in: scratch)
        #expect(try text("status") == "8\n8\n8\n")
        let errors = try text("full").split(separator: "\n")
        #expect(errors.count == 3)
        for line in errors { #expect(line.hasPrefix("larder: unavailable: the disk of ") && line.contains("is full")) }
        // Nothing half is left, and the earlier backup is whole.
        #expect(
            try text("left").split(separator: "\n") == [
                "backup", "backup.erasures", "log-1-4127.larderlog", "manifest.json", "vault-1",
            ])
        #expect(try text("stat").contains("\"events\":4127,"))
    }

    @Test("an upload on a full disk is refused, and leaves no part of an image", .enabled(if: mayMount))
    func aFullDiskHasNoRoomForPictures() throws {
        let scratch = TemporaryDirectory()
        let directory = DataDirectory(scratch.path("data"))
        #expect(try directory.run("register", "ada").status == 0)
        for number in 0..<3 {
            _ = try StoredPicture(of: "\(number)" + String(repeating: "x", count: 200_000), in: directory)
        }
        let script = """
            larder=$1; scratch=$2
            export LARDER_DATA="$scratch/data"
            mkdir "$scratch/disk" && mount -t tmpfs -o size=500k none "$scratch/disk" || exit 99
            "$larder" backup "$scratch/disk/backup" > /dev/null 2> "$scratch/full"
            echo $? > "$scratch/status"
            ls -A "$scratch/disk" > "$scratch/left"
            mount -o remount,size=1200k "$scratch/disk"
            "$larder" backup "$scratch/disk/backup" > /dev/null || exit 98
            "$larder" restore "$scratch/disk/backup" --to "$scratch/disk/restored" > /dev/null 2>> "$scratch/full"
            echo $? >> "$scratch/status"
            ls -A "$scratch/disk" >> "$scratch/left"
            rm -r "$LARDER_DATA/media"
            mount -o remount,size=200m "$scratch/disk"
            "$larder" restore "$scratch/disk/backup" > /dev/null 2>> "$scratch/full"
            echo $? >> "$scratch/status"
            "$larder" restore "$scratch/disk/backup" --replace --yes > /dev/null || exit 97
            find "$LARDER_DATA/media" -name original.jpg | wc -l > "$scratch/count"
            """
        let text = try Self.written(by: script, in: scratch)
        #expect(try text("status") == "8\n8\n5\n")
        let errors = try text("full").split(separator: "\n")
        for line in errors.prefix(2) { #expect(line.contains("is full"), "\(line)") }
        #expect(try text("left") == "backup\nbackup.erasures\n")
        #expect(try text("count") == "3\n")
    }

    /// LMDB says of a write that came out short what it says of a failing disk: no service must need a restart for it.
    @Test(
        "a service on a full disk refuses writes, answers reads, and writes again when there is room",
        .enabled(if: mayMount))
    func aServiceGoesOnWhereThereIsRoomAgain() throws {
        let scratch = TemporaryDirectory()
        let script = #"""
            larder=$1; scratch=$2
            mkdir "$scratch/disk" && mount -t tmpfs -o size=20m none "$scratch/disk" || exit 99
            "$larder" serve --data "$scratch/disk/data" --address 127.0.0.1:0 --rate-limit none 2> "$scratch/said" &
            for i in $(seq 1800); do grep -qs 'serving at' "$scratch/said" && break; sleep 0.1; done
            url=$(sed -n 's/.*serving at //p' "$scratch/said")
            link=$(sed -n 's/.*to become the first: //p' "$scratch/said")
            ask() { curl -s -m 300 -o "$scratch/body" -w '%{http_code}' -H "Authorization: Bearer $token" \
                -H 'Content-Type: application/json' "$@"; }
            profile='"profile":{"username":"ada","name":"Ada"}'
            curl -s -H 'Content-Type: application/json' "$url/accounts" -o /dev/null \
                -d "{\"password\":\"correct horse\",\"link\":\"$link\",$profile}" || exit 98
            token=$(curl -s -H 'Content-Type: application/json' "$url/log-in" \
                -d '{"username":"ada","password":"correct horse"}' | sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
            ask "$url/recipes" -d '{"title":"Soup","steps":[{"text":"Cook."}]}' > /dev/null
            recipe=$(sed -n 's/.*"id":"\([^"]*\)".*/\1/p' "$scratch/body")
            comment() { ask "$url/recipes/$recipe/comments" -d "{\"text\":\"$(head -c 1500 /dev/urandom | od -An -tx1 | tr -d ' \n')\"}"; }
            free=$(df --output=avail -k "$scratch/disk" | tail -1)
            head -c $(((free - 1500) * 1024)) /dev/zero > "$scratch/disk/filling"
            acknowledged=0
            for i in $(seq 1000); do
                [ "$(comment)" = 201 ] || break
                acknowledged=$((acknowledged + 1))
            done
            for i in 1 2 3 4 5 6; do comment; echo; done > "$scratch/full"
            echo $(ask "$url/readyz") $(grep -c '"ready":false' "$scratch/body") > "$scratch/ready"
            grep -c "$scratch" "$scratch/body" > "$scratch/paths"
            mount -o remount,size=200m "$scratch/disk"
            echo $(comment) $(comment) > "$scratch/again"
            echo $(ask "$url/readyz") $(ask "$url/recipes/$recipe/comments?limit=1") >> "$scratch/ready"
            kill %1; wait %1
            found=$("$larder" log stat --json --data "$scratch/disk/data" | sed -n 's/.*"events":\([0-9]*\).*/\1/p')
            "$larder" doctor --data "$scratch/disk/data" > /dev/null || exit 97
            echo $((found >= acknowledged + 4)) > "$scratch/found"
            """#
        let text = try Self.written(by: script, in: scratch)
        #expect(try Set(text("full").split(separator: "\n")) == ["503"])
        // An answer does not say where the data lies.
        #expect(try text("paths") == "0\n")
        #expect(try text("again") == "201 201\n")
        #expect(try text("ready") == "503 1\n200 200\n")
        #expect(try text("found") == "1\n")
    }

    @Test("on a full disk questions, a backup elsewhere and the deletion of an account succeed", .enabled(if: mayMount))
    func aFullDiskKeepsRoomForDeletions() throws {
        let files = try FoodComFiles()
        let scratch = TemporaryDirectory()
        let script = #"""
            larder=$1; scratch=$2; shift 2
            mkdir "$scratch/disk" && mount -t tmpfs -o size=96m none "$scratch/disk" || exit 99
            export LARDER_DATA="$scratch/disk/data"
            "$larder" demo > /dev/null || exit 98
            "$larder" search soup > "$scratch/found"
            "$larder" feed --json > "$scratch/now"
            "$larder" log export > "$scratch/events"
            stat -c %s "$LARDER_DATA/log/reserve" > "$scratch/reserve"
            head -c 200000000 /dev/zero > "$scratch/disk/filling" 2> /dev/null
            "$larder" feed --json | cmp - "$scratch/now" || exit 97
            "$larder" search soup | cmp - "$scratch/found" || exit 96
            "$larder" log export | cmp - "$scratch/events" || exit 90
            "$larder" backup "$scratch/backup" > /dev/null || exit 95
            "$larder" "$@" > /dev/null 2> "$scratch/full"
            echo $? > "$scratch/status"
            "$larder" delete account --as @nell --yes > /dev/null || exit 94
            "$larder" leaderboard > /dev/null || exit 93
            "$larder" feed --as @nell > /dev/null 2>&1
            echo $? >> "$scratch/status"
            rm "$scratch/disk/filling"
            "$larder" register guest > /dev/null || exit 92
            stat -c %s "$LARDER_DATA/log/reserve" >> "$scratch/reserve"
            "$larder" doctor > /dev/null || exit 91
            """#
        let text = try Self.written(by: script, in: scratch, files.arguments)
        #expect(try text("reserve") == "4194304\n4194304\n")
        #expect(try text("full").hasPrefix("larder: unavailable: "))
        #expect(try text("status") == "8\n3\n")
    }

    @Test("an export on a full disk leaves no partial file", .enabled(if: mayMount))
    func aFullDiskGetsNoHalfExports() throws {
        let scratch = TemporaryDirectory()
        let script = """
            larder=$1; scratch=$2
            mkdir "$scratch/disk" && mount -t tmpfs -o size=300k none "$scratch/disk" || exit 99
            export LARDER_DATA="$scratch/data"
            "$larder" demo > /dev/null || exit 98
            "$larder" log export --canonical "$scratch/disk/events" 2> "$scratch/full"
            echo $? > "$scratch/status"
            ls "$scratch/disk" > "$scratch/left"
            "$larder" audit export-tiles "$scratch/disk/tiles" > /dev/null 2>> "$scratch/full"
            echo $? >> "$scratch/status"
            find "$scratch/disk/tiles" -name '*.new' -o -name checkpoint >> "$scratch/left"
            mount -o remount,size=20m "$scratch/disk"
            "$larder" log export --canonical "$scratch/disk/events" || exit 97
            "$larder" log export --canonical - | cmp - "$scratch/disk/events" || exit 96
            "$larder" audit export-tiles "$scratch/disk/tiles" > /dev/null || exit 95
            "$larder" audit verify "$scratch/disk/tiles/checkpoint" > /dev/null || exit 94
            """
        let text = try Self.written(by: script, in: scratch)
        #expect(try text("status") == "8\n8\n")
        let complaints = try text("full").split(separator: "\n")
        #expect(
            complaints.count == 2 && complaints.allSatisfy { $0.hasPrefix("larder: unavailable: ") }, "\(complaints)")
        #expect(try text("left").isEmpty)
    }
}
