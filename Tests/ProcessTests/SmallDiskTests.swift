import Foundation
import TestSupport
import Testing

/// A service and commands on a disk of 48 MiB that is filled to its last byte.
@Suite struct SmallDiskTests {
    /// `begin_serving`, `ask`, `register` and `fill` for the scripts.
    private static let functions = #"""
        larder=$1; scratch=$2; shift 2
        mkdir "$scratch/disk" && mount -t tmpfs -o size=48m none "$scratch/disk" || exit 99
        export LARDER_DATA="$scratch/disk/data"
        json='Content-Type: application/json'
        begin_serving() {
            "$larder" serve --address 127.0.0.1:0 --rate-limit none 2> "$scratch/said" &
            service=$!
            # A script that ends early must not leave it running.
            trap 'kill $service 2> /dev/null' EXIT
            for i in $(seq 1800); do grep -qs 'serving at' "$scratch/said" && break; sleep 0.1; done
            url=$(sed -n 's/.*serving at //p' "$scratch/said")
        }
        end_serving() { trap - EXIT; kill $service; wait $service; }
        register() {
            curl -s -o /dev/null -H "$json" "$url/accounts" \
                -d "{\"password\":\"correct horse battery\",\"profile\":{\"username\":\"$1\",\"name\":\"Cook\"}}"
        }
        log_in() {
            curl -s -H "$json" "$url/log-in" -d "{\"username\":\"$1\",\"password\":\"correct horse battery\"}" \
                | sed -n 's/.*"token":"\([^"]*\)".*/\1/p'
        }
        ask() {
            curl -s -m 300 -o "$scratch/body" -w '%{http_code}\n' -H "Authorization: Bearer $token" -H "$json" "$@"
        }
        ready() { curl -s "$url/readyz"; }
        fill() { head -c 200000000 /dev/zero > "$scratch/disk/filling" 2> /dev/null; }
        # Until the service has made up for what a full disk prevented: nothing is written meanwhile.
        wait_until_ready() {
            for i in $(seq 1800); do
                ready > "$scratch/body"
                grep -q '"lag":0,.*"ready":true,"reasons":\[\]}' "$scratch/body" && break
                sleep 0.1
            done
        }

        """#

    private static func written(
        by script: String, in scratch: TemporaryDirectory, _ arguments: [String] = []
    ) throws -> (_ name: String) throws -> String {
        try DiskFullTests.written(by: functions + script, in: scratch, arguments)
    }

    @Test(
        "on a small disk that is full members log out and in and delete accounts, and it heals without a write",
        .enabled(if: DiskFullTests.mayMount))
    func aSmallDiskKeepsRoom() throws {
        let scratch = TemporaryDirectory()
        let text = try Self.written(
            by: #"""
                "$larder" demo > /dev/null || exit 98
                begin_serving
                register zoe; register max
                token=$(log_in zoe); leaving=$(log_in max)
                stat -c %s "$LARDER_DATA/log/reserve" > "$scratch/reserve"
                fill
                # Free pages of the files take some writes.
                for i in $(seq 200); do
                    [ "$(ask "$url/recipes" -d "{\"title\":\"Soup $i\",\"steps\":[{\"text\":\"$(head -c 1500 /dev/urandom | od -An -tx1 | tr -d ' \n')\"}]}")" = 503 ] && break
                done
                ask "$url/feed" > "$scratch/answers"
                token=$leaving; ask -X POST "$url/log-out" -d '{}' >> "$scratch/answers"
                token=$(log_in max)
                ask "$url/account/delete" -d '{"password":"correct horse battery","confirm":"@max"}' >> "$scratch/answers"
                rm "$scratch/disk/filling"
                wait_until_ready
                cp "$scratch/body" "$scratch/ready"
                stat -c %s "$LARDER_DATA/log/reserve" >> "$scratch/reserve"
                end_serving
                "$larder" doctor > "$scratch/doctor" || exit 97
                """#, in: scratch)
        #expect(try text("reserve") == "3145728\n3145728\n")
        #expect(try text("answers") == "200\n200\n200\n")
        #expect(try text("ready").contains(#""ready":true,"reasons":[]}"#))
        #expect(try !text("doctor").contains("views/gen-"))
    }

    @Test(
        "a reserve that could not be begun is begun when there is room, and until then doctor and /readyz warn",
        .enabled(if: DiskFullTests.mayMount))
    func aReserveIsBegunLater() throws {
        let scratch = TemporaryDirectory()
        let text = try Self.written(
            by: #"""
                mount -o remount,size=6m "$scratch/disk"
                "$larder" register ada > /dev/null || exit 98
                begin_serving
                ready > "$scratch/ready"
                ls "$LARDER_DATA/log" > "$scratch/files"
                "$larder" doctor > "$scratch/doctor" 2> /dev/null
                mount -o remount,size=48m "$scratch/disk"
                wait_until_ready
                stat -c %s "$LARDER_DATA/log/reserve" > "$scratch/reserve"
                # Without the reserve, nothing is acknowledged that the state has no room for.
                rm "$LARDER_DATA/log/reserve"
                fill
                "$larder" register guest > /dev/null 2> "$scratch/full"
                echo $? > "$scratch/status"
                end_serving
                """#, in: scratch)
        let warning = "no room is kept back for deleting accounts and logging in on a full disk"
        #expect(try text("ready").contains(warning))
        #expect(try text("doctor").contains("reserve\twarning\t\(warning): the disk is smaller than 8.0 MiB"))
        #expect(try text("files") == "data.mdb\nlock.mdb\nstate\n")
        #expect(try text("reserve") == "3145728\n")
        #expect(try text("status") == "8\n")
        #expect(try text("full").contains("is full"))
    }

    @Test(
        "with no space left commands answer from a state behind the log and say so, a backup elsewhere succeeds, and it heals",
        .enabled(if: DiskFullTests.mayMount))
    func aStateBehindTheLogAnswers() throws {
        let files = try FoodComFiles()
        let scratch = TemporaryDirectory()
        let text = try Self.written(
            by: #"""
                "$larder" demo > /dev/null || exit 98
                begin_serving
                register zoe
                end_serving
                # The state as it is where its commit finds no room after the log's.
                cp -a --sparse=never "$LARDER_DATA/log/state" "$scratch/earlier"
                "$larder" "$@" > /dev/null || exit 97
                "$larder" log stat --json > "$scratch/events"
                rm -r "$LARDER_DATA/log/state" "$LARDER_DATA/log/reserve"
                cp -a --sparse=never "$scratch/earlier" "$LARDER_DATA/log/state"
                fill
                for command in feed "search soup" "log export" "log stat" leaderboard; do
                    "$larder" $command 2>> "$scratch/warnings" > /dev/null; echo $? >> "$scratch/status"
                done
                "$larder" views status 2> /dev/null | grep '^lag' > "$scratch/lag"
                "$larder" backup "$scratch/backup" > /dev/null 2> "$scratch/errors"; echo $? >> "$scratch/status"
                ls -A "$LARDER_DATA/vault" > "$scratch/vault"
                "$larder" register another > /dev/null 2>> "$scratch/full"; echo $? >> "$scratch/status"
                "$larder" doctor > /dev/null 2>&1
                ls "$LARDER_DATA/views" > "$scratch/views"
                begin_serving
                ready > "$scratch/ready"
                rm "$scratch/disk/filling"
                wait_until_ready
                cp "$scratch/body" "$scratch/healed"
                end_serving
                "$larder" restore "$scratch/backup" --to "$scratch/restored" --yes > /dev/null 2>&1
                "$larder" log stat --json --data "$scratch/restored" > "$scratch/stat"
                "$larder" doctor > /dev/null || exit 96
                """#, in: scratch, files.arguments)
        let errors = try text("errors")
        #expect(try text("status") == "0\n0\n0\n0\n0\n0\n8\n", "\(errors)")
        #expect(try text("warnings").contains("answers go to position 4128, and the log to "))
        #expect(try text("lag") != "lag\t0\n")
        #expect(try !text("vault").contains(".new"))
        #expect(try !text("views").contains("gen-2"))
        #expect(try !text("ready").contains(#""lag":0"#))
        #expect(try text("healed").contains(#""ready":true,"reasons":[]}"#))
        func events(_ name: String) throws -> Substring? {
            try text(name).split(separator: ",").first { $0.contains("\"events\":") }
        }
        #expect(try events("stat") == events("events") && events("stat") != nil)
    }

    @Test(
        "with no space left questions about the past, why and the comparison of the views answer as before",
        .enabled(if: DiskFullTests.mayMount))
    func thePastNeedsNoDisk() throws {
        let scratch = TemporaryDirectory()
        let text = try Self.written(
            by: #"""
                "$larder" demo > /dev/null || exit 98
                "$larder" feed > /dev/null
                before=$(ls -A /dev/shm)
                questions() {
                    for command in "leaderboard --week 2026-W08 --as-of 2000 --json" "search soup --as-of 2000 --json" \
                        "why leaderboard --week 2026-W08 --json" "feed --as-of 3000 --json" "views verify"; do
                        "$larder" $command 2> "$scratch/error"; echo "$command: $?"; cat "$scratch/error" >&2
                    done
                    "$larder" doctor 2> /dev/null | grep -E '^(views|search)'
                }
                questions > "$scratch/room" 2> "$scratch/errors"
                rm -rf "$LARDER_DATA/views/as-of" "$LARDER_DATA/views/as-of.lock"
                fill
                questions > "$scratch/full" 2>> "$scratch/errors"
                test "$before" = "$(ls -A /dev/shm)" || echo "left in memory" >> "$scratch/full"
                """#, in: scratch)
        let (room, full, errors) = (try text("room"), try text("full"), try text("errors"))
        #expect(room.components(separatedBy: ": 0\n").count == 6 && room == full, "\(errors)\n\(full)")
    }
}
