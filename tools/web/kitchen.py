"""The community that the tests use: made by `larder demo`, served on a free port, and asked by its API."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass

import elsewhere

larder = os.environ.get("LARDER_BINARY", "larder")
password = "correct horse battery"


@dataclass(frozen=True)
class Member:
    username: str
    name: str
    id: str
    token: str

    @property
    def path(self):
        return f"/@{self.username}"


class Refused(Exception):
    def __init__(self, status, text):
        super().__init__(f"{status}: {text[:300]}")
        self.status = status


class Kitchen:
    """A running service, as one worker of the test uses it. Workers share the service, and each makes members of its own."""

    def __init__(self, url, data, worker="0", elsewhere=None, program=larder):
        # `elsewhere`: the address of what stands in for other sites.
        self.url, self.data, self.worker, self.elsewhere, self.program = url, data, worker, elsewhere, program
        self.members = {}
        self.count = 0
        self.position = 0

    # --- The API ---

    def call(self, method, path, body=None, reader=None, headers=None):
        """The JSON of an answer. `body` is JSON, or bytes with a Content-Type among the headers."""
        headers = dict(headers or {})
        if reader:
            headers["Authorization"] = f"Bearer {reader.token}"
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise Refused(error.code, error.read().decode(errors="replace")) from None
        return json.loads(text) if text else None

    def get(self, path, reader=None):
        return self.call("GET", path, reader=reader)

    def post(self, path, body=None, reader=None):
        return self.call("POST", path, body if body is not None else {}, reader)

    def answer(self, method, path, headers=None, body=None):
        """Status, headers and bytes of an answer; redirects are not followed."""
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None
        request = urllib.request.Request(self.url + path, data=body, headers=headers or {}, method=method)
        try:
            answer = urllib.request.build_opener(Stay).open(request, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            return answer.status, answer.headers, answer.read()

    # --- Members and recipes ---

    def fresh_name(self, word):
        self.count += 1
        return f"{word}-{self.worker}-{self.count}"

    def join(self, word="cook"):
        """A new member."""
        username = self.fresh_name(word)
        name = f"{word.capitalize()} {self.worker}.{self.count}"
        profile = {"username": username, "name": name}
        request = urllib.request.Request(
            f"{self.url}/accounts", headers={"Content-Type": "application/json"},
            data=json.dumps({"password": password, "session": True, "cookie": True, "profile": profile}).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            token = re.search(r"larder_session=([^;]+)", str(answer.headers)).group(1)
            return Member(username, name, json.load(answer)["id"], token)

    def member(self, word):
        """A member whom several stories use: making an account is slow on purpose."""
        if word not in self.members:
            self.members[word] = self.join(word)
        return self.members[word]

    def recipe(self, author, title=None, **content):
        """The id of a new recipe."""
        content.setdefault("ingredients", [{"original": "200 g red lentils"}, {"original": "1 onion, sliced"}])
        content.setdefault("steps", [{"text": "Simmer the lentils for 20 minutes."}, {"text": "Fry the onion, and serve."}])
        title = title or self.fresh_name("Lentil soup")
        return self.post("/recipes", {"title": title, **content}, author)["id"]

    def document(self, recipe, reader=None):
        return self.get(f"/recipes/{recipe}", reader)

    def profile(self, member, reader=None):
        return self.get(f"/members/@{member.username}", reader or member)

    def comment(self, recipe, text, author):
        return self.post(f"/recipes/{recipe}/comments", {"text": text}, author)["id"]

    def demo_recipe(self, name):
        """The id of a recipe of the sample community."""
        return self.get(f"/recipes/external:demo:recipe%2F{name}")["id"]

    # --- The log ---

    def appended(self):
        """What the members of this worker did since the last call, without what differs from run to run: ids, and the numbers in names,
        members who are made and logged in at their first use, and the feed that is seen after two seconds."""
        lines = self.run("log", "tail", "--from", str(self.position + 1), "--limit", "0", "--json").splitlines()
        events = [json.loads(line) for line in lines]
        self.position = max([self.position, *(int(event["sequence"]) for event in events)])
        own = re.compile(rf"-{self.worker}-\d+$")
        kept = [
            (event["type"].removeprefix("larder."), event.get("subject"), event.get("data")) for event in events
            if own.search(event.get("actor", ""))
            and event["type"] not in ("larder.member.registered", "larder.member.loggedIn", "larder.feed.seen")]
        text = [json.dumps(event, sort_keys=True, ensure_ascii=False) for event in kept]
        numbers = re.compile(rf'[- ]{self.worker}[-.]\d+|(?<![\w#])[a-z]{{1,2}}\d+(?!\w)|(?<="upTo": )\d+|(?<="dailyCap": )\d+|(?<=[/ ])\d{{3,}}')
        return sorted(numbers.sub("…", line) for line in text)

    # --- What only the operator can do ---

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments, "--data", self.data], capture_output=True, text=True, timeout=120)
        if done.returncode:
            raise Refused(done.returncode, f"larder {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def add_pictures(self):
        """Puts the drawn pictures on recipes of the sample community."""
        subprocess.run([pathlib.Path(__file__).parent.parent / "demo-pictures" / "add", self.program, self.data], check=True)

    def appoint(self, member, role="moderator"):
        self.run("role", f"@{member.username}", role, "--as", "@margot")

    def appointed(self, word, role="moderator"):
        """A member with that role, whom several stories use."""
        if word not in self.members:
            self.appoint(self.member(word), role)
        return self.members[word]

    def ban(self, member, reason):
        self.run("ban", f"@{member.username}", "--reason", reason, "--as", "@margot")


class Service:
    """Makes the sample community in a temporary directory, and serves it with further options."""

    def __init__(self, options=(), program=larder):
        self.options, self.program = options, program

    def __enter__(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="larder-web-"))
        self.data = str(self.place / "kitchen")
        self.process = None
        self.others = elsewhere.Elsewhere()
        try:
            self.elsewhere = self.others.__enter__().url
            subprocess.run([self.program, "demo", "--data", self.data, "--quiet"], check=True, stdout=subprocess.DEVNULL)
            self.start("127.0.0.1:0", *self.options)
        except BaseException:
            self.__exit__()
            raise
        return self

    def start(self, address, *options):
        log = self.place / "log"
        with log.open("w") as file:
            self.process = subprocess.Popen(
                [self.program, "serve", "--data", self.data, "--address", address, "--rate-limit", "none", "--log-level", "error",
                 "--external", "themealdb", "--external-url", f"themealdb={self.elsewhere}/api", "--external-private",
                 # Pages of a slow machine are answers, too, and no jobs.
                 "--job-after-seconds", "600", *options],
                stderr=file, stdout=subprocess.DEVNULL, env={**os.environ, "THEMEALDB_KEY": elsewhere.key})
        for _ in range(600):
            found = re.search(r"serving at (\S+)", log.read_text())
            if found:
                self.url = found.group(1)
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"tools/web-test: larder serve did not start: {log.read_text()}")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def __exit__(self, *_):
        if self.process:
            self.stop()
        if hasattr(self, "elsewhere"):
            self.others.__exit__()
        shutil.rmtree(self.place, ignore_errors=True)
