"""larder serve under a steady, mixed load for as long as is asked for: does its memory stay what it was? tools/bench --soak runs it."""
import argparse
import asyncio
import json
import os
import pathlib
import random
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.request
import zlib

import serving

LISTENERS = 50
WORKERS = 8
WORDS = "leek potato onion butter cream thyme bay lemon garlic bean rice barley tomato basil fennel".split()


def png(number):
    """A picture that is not there yet."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
    dice = random.Random(number)
    side = 64
    rows = b"".join(b"\0" + dice.randbytes(3 * side) for _ in range(side))
    head = side.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def upload(port, token, number):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/images", data=png(number), method="POST",
                                     headers={"Authorization": f"Bearer {token}", "Content-Type": "image/png"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["id"]


class Worker(threading.Thread):
    """A member who looks around, and now and then does something."""

    def __init__(self, port, number, token, recipes, pause, until):
        super().__init__(daemon=True)
        self.port, self.number, self.token, self.pause, self.until = port, number, token, pause, until
        self.recipes, self.done, self.failure = recipes, 0, None
        self.dice = random.Random(number)

    def run(self):
        try:
            client = serving.Client(self.port)
            while time.monotonic() < self.until:
                self.act(client)
                self.done += 1
                time.sleep(self.pause)
        except BaseException as failure:  # noqa: BLE001: the main thread reports it
            self.failure = failure

    def act(self, client):
        pick, recipe = self.dice.random(), self.dice.choice(self.recipes)
        if pick < 0.25:
            client.ask("GET", self.dice.choice(["/feed", "/feed?sort=hot", "/feed?mode=following", "/trending", "/tags"]), token=self.token)
        elif pick < 0.5:
            client.ask("GET", f"/recipes/{recipe}", token=self.dice.choice([None, self.token]))
        elif pick < 0.6:
            client.ask("GET", f"/search?q={self.dice.choice(WORDS)}")
        elif pick < 0.7:
            client.ask("GET", self.dice.choice(["/notifications", "/members/me", "/leaderboard", "/bookmarks", "/members/me/xp"]), token=self.token)
        elif pick < 0.98:
            verb = self.dice.choice(["like", "unlike", "upvote", "downvote", "bookmark", "unbookmark", "cook"])
            client.ask("POST", f"/recipes/{recipe}/{verb}", token=self.token)
        elif pick < 0.995:
            client.ask("POST", f"/recipes/{recipe}/comments", {"text": " ".join(self.dice.choices(WORDS, k=12))}, self.token)
        else:
            picture = upload(self.port, self.token, self.dice.getrandbits(64))
            answer = client.ask("POST", "/recipes", {
                "title": " ".join(self.dice.choices(WORDS, k=4)), "images": [picture],
                "ingredients": [{"original": f"2 {word}"} for word in self.dice.choices(WORDS, k=6)],
                "steps": [{"text": "Boil."}]}, self.token)
            self.recipes.append(answer["id"])


def listen_for_ever(port, ready):
    """As many streams as there are listeners, which come again when they are cut off."""
    async def one():
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /stream HTTP/1.1\r\nHost: soak\r\n\r\n")
                while await reader.read(1 << 16):
                    pass
                writer.close()
            except OSError:
                await asyncio.sleep(1)

    async def every():
        tasks = [asyncio.create_task(one()) for _ in range(LISTENERS)]
        ready.set()
        await asyncio.gather(*tasks)

    asyncio.run(every())


def figures(process):
    """Of a process: memory of its own in MiB, open files, threads, seconds of processor time."""
    place = pathlib.Path(f"/proc/{process.pid}")
    status = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines() if ":" in line)
    times = (place / "stat").read_text().rsplit(")", 1)[1].split()
    return {"own": int(status["RssAnon"].split()[0]) / 1024, "mapped": int(status["RssFile"].split()[0]) / 1024,
            "files": len(os.listdir(place / "fd")), "threads": int(status["Threads"]),
            "seconds": (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")}


def main():
    parser = argparse.ArgumentParser(prog="tools/bench --soak")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--in", dest="place", default=None)
    parser.add_argument("--rate", type=float, default=150, help="requests a second, at most")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.place) as place:
        data = pathlib.Path(place) / "data"
        serving.peers.run(serving.LARDER, "demo", "--members", 300, "--weeks", 10, "--data", data, "--quiet")
        command = (serving.LARDER, "serve", "--data", data, "--address", "127.0.0.1:{port}", "--rate-limit", "none", "--log-level", "error")
        with serving.served(*command) as (process, port):
            client = serving.Client(port)
            tokens = [serving.join(client, number) for number in range(WORKERS)]
            recipes = [item["recipe"]["id"] for item in client.ask("GET", "/feed?limit=100")["items"]]
            ready = threading.Event()
            threading.Thread(target=listen_for_ever, args=(port, ready), daemon=True).start()
            ready.wait()
            until = time.monotonic() + options.minutes * 60
            workers = [Worker(port, number, token, recipes, WORKERS / options.rate, until) for number, token in enumerate(tokens)]
            for worker in workers:
                worker.start()
            print("| minute | requests | events | memory of its own, MiB | mapped, MiB | files | threads | processor, s |\n|---|---|---|---|---|---|---|---|", flush=True)
            own, begun, minute = [], time.monotonic(), 0
            while any(worker.is_alive() for worker in workers):
                time.sleep(1)
                now = figures(process)
                own.append(now["own"])
                if time.monotonic() >= begun + minute * 60:
                    # A connection of its own: one on which nothing happens for a minute is closed.
                    position = serving.Client(port).ask("GET", "/feed?limit=1")["position"]
                    print(f"| {minute} | {sum(worker.done for worker in workers):,} | {position:,} | {now['own']:.1f} | {now['mapped']:.1f} | "
                          f"{now['files']} | {now['threads']} | {now['seconds']:.0f} |", flush=True)
                    minute += 5 if options.minutes >= 20 else 1
            failures = [worker.failure for worker in workers if worker.failure]
            if failures:
                raise SystemExit(f"tools/bench: {failures[0]!r}")
            fifth = max(1, len(own) // 5)
            print(f"\n{sum(worker.done for worker in workers):,} requests. Memory of its own, median: {statistics.median(own[fifth:2 * fifth]):.1f} MiB in the "
                  f"second fifth, {statistics.median(own[-fifth:]):.1f} MiB in the last; most {max(own):.1f} MiB")
        # Nothing was damaged, and the views are what a replay makes of the log.
        subprocess.run([serving.LARDER, "doctor", "--data", str(data), "--quiet"], check=True)


main()
