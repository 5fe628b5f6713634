"""Peers of Larder as instances of their own in a temporary directory. Nothing of the machine's own services is touched."""
import contextlib
import json
import os
import pathlib
import pwd
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
# About what an event of Larder's is in JSON.
EVENT = json.dumps({"type": "recipe.liked", "actor": "m17", "subject": "r4711", "owner": "m3",
                    "time": "2026-03-01T12:00:00Z", "source": "bench"})


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **options).stdout


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def postgres_programs():
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


def install():
    """What is missing, from the usual package sources. Services that packages bring are kept from starting."""
    missing = []
    if postgres_programs() is None:
        missing.append("postgresql")
    if shutil.which("redis-server") is None:
        missing.append("redis-server")
    if not missing:
        return
    policy = pathlib.Path("/usr/sbin/policy-rc.d")
    guards = os.geteuid() == 0 and not policy.exists()
    try:
        if guards:
            policy.write_text("#!/bin/sh\nexit 101\n")
            policy.chmod(0o755)
        subprocess.run([HERE.parent / "prepare", *missing], check=True)
    finally:
        if guards:
            policy.unlink()


def duckdb_python(directory):
    """A Python that has DuckDB: this one, or one of a virtual environment in the directory."""
    if subprocess.run([sys.executable, "-c", "import duckdb"], capture_output=True).returncode == 0:
        return sys.executable
    environment = directory / "venv"
    try:
        run(sys.executable, "-m", "venv", environment)
    except subprocess.CalledProcessError:
        subprocess.run([HERE.parent / "prepare", "python3-venv"], check=True)
        run(sys.executable, "-m", "venv", "--clear", environment)
    run(environment / "bin/pip", "install", "--quiet", "duckdb")
    return environment / "bin/python"


class Postgres:
    # What its own benchmark can serve within the usual limit of open files.
    CLIENTS_MAX = 900

    def __init__(self, directory):
        self.programs = postgres_programs()
        self.directory = directory / "postgres"
        self.directory.mkdir()
        self.user = []
        if os.geteuid() == 0:
            # It refuses to run as root.
            owner = pwd.getpwnam("postgres")
            os.chown(self.directory, owner.pw_uid, owner.pw_gid)
            self.user = ["runuser", "-u", "postgres", "--"]
        self.port = free_port()
        self.data = self.directory / "data"
        # As libpq takes it.
        self.address = f"host={self.directory} port={self.port} user=larder dbname=postgres"
        self.name = "PostgreSQL " + re.search(r"\d+", run(self.programs / "postgres", "--version")).group()
        self.act("initdb", "-D", self.data, "-A", "trust", "-U", "larder")
        options = (f"-p {self.port} -k {self.directory} -c listen_addresses= -c max_connections=1100 "
                   "-c shared_buffers=1GB -c work_mem=256MB -c max_parallel_workers_per_gather=2")
        self.act("pg_ctl", "-D", self.data, "-w", "-l", self.directory / "log", "-o", options, "start",
                 stdout=subprocess.DEVNULL)
        self.sql("CREATE TABLE messages (global bigserial PRIMARY KEY, stream text NOT NULL, position bigint NOT NULL, "
                 "type text NOT NULL, data jsonb NOT NULL, time timestamptz NOT NULL DEFAULT now(), "
                 "UNIQUE (stream, position))")

    def act(self, program, *words, **options):
        options.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run([*self.user, str(self.programs / program), *map(str, words)], text=True,
                              stderr=subprocess.PIPE, cwd=self.directory, **options)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr}")
        return done.stdout

    def sql(self, *statements, **options):
        words = [word for statement in statements for word in ("-c", statement)]
        return self.act("psql", "-h", self.directory, "-p", self.port, "-U", "larder", "-d", "postgres", "-qAt",
                        "-v", "ON_ERROR_STOP=1", *words, **options)

    def appends(self, clients, count):
        """Messages a second, one insert for each commit."""
        clients = min(clients, self.CLIENTS_MAX)
        script = self.directory / "append.sql"
        script.write_text("\\set n :n + 1\nINSERT INTO messages (stream, position, type, data) "
                          f"VALUES (:run || '-' || :client_id, :n, 'recipe.liked', '{EVENT}');\n")
        script.chmod(0o644)
        said = self.act("pgbench", "-h", self.directory, "-p", self.port, "-U", "larder", "-n", "-M", "prepared",
                        "-f", script, "-c", clients, "-j", min(2, clients), "-t", count // clients, "-D", "n=0",
                        "-D", f"run={time.time_ns() % 10**9}", "postgres")
        return float(re.search(r"tps = ([\d.]+)", said).group(1))

    def take(self, csv):
        self.sql("CREATE UNLOGGED TABLE events (position bigint, kind int, actor bigint, subject bigint, owner bigint, "
                 "cause bigint, occurred bigint, credited bigint)")
        with open(csv) as lines:
            self.sql("COPY events FROM STDIN (FORMAT csv, HEADER true)", stdin=lines)
        self.sql("VACUUM ANALYZE events")

    def boards(self, path):
        """Seconds that all boards take; they are written to the file."""
        query = (HERE / "boards.sql").read_text().replace(" DIV ", " / ")
        start = time.perf_counter()
        self.sql("DROP TABLE IF EXISTS boards", f"CREATE UNLOGGED TABLE boards AS {query}")
        seconds = time.perf_counter() - start
        path.write_text(self.sql("COPY boards TO STDOUT (FORMAT csv)"))
        return seconds

    def stop(self):
        with contextlib.suppress(RuntimeError):
            self.act("pg_ctl", "-D", self.data, "-m", "immediate", "stop")


class Redis:
    def __init__(self, directory):
        self.directory = directory / "redis"
        self.directory.mkdir()
        self.port = free_port()
        self.name = "Redis " + re.search(r"v=([\d.]+)", run("redis-server", "--version")).group(1) + " Streams"
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.directory),
             "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxclients", "2000"],
            stdout=subprocess.DEVNULL)
        for _ in range(100):
            with contextlib.suppress(subprocess.CalledProcessError):
                run("redis-cli", "-p", self.port, "ping")
                return
            time.sleep(0.05)
        raise RuntimeError("Redis does not answer")

    def appends(self, clients, count):
        """Messages a second, each answered when it has been synced."""
        run("redis-cli", "-p", self.port, "del", "events")
        said = run("redis-benchmark", "-p", self.port, "-c", clients, "-n", count, "--csv",
                   "XADD", "events", "*", "data", EVENT)
        return float(said.strip().splitlines()[-1].rsplit("\",\"")[1])

    def stop(self):
        self.process.terminate()
        self.process.wait()


class SQLite:
    def __init__(self, directory):
        self.name = "SQLite " + sqlite3.sqlite_version
        self.connection = sqlite3.connect(directory / "messages.sqlite", isolation_level=None)
        for line in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL",
                     "CREATE TABLE messages (global INTEGER PRIMARY KEY, stream TEXT NOT NULL, position INTEGER NOT NULL, "
                     "type TEXT NOT NULL, data TEXT NOT NULL, UNIQUE (stream, position))"):
            self.connection.execute(line)
        self.next = 0

    def appends(self, count, batch):
        """Messages a second, so many to each synced commit."""
        insert = "INSERT INTO messages (stream, position, type, data) VALUES ('s', ?, 'recipe.liked', ?)"
        start = time.perf_counter()
        for _ in range(0, count, batch):
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany(insert, ((self.next + index, EVENT) for index in range(batch)))
            self.connection.execute("COMMIT")
            self.next += batch
        return count / (time.perf_counter() - start)

    def stop(self):
        self.connection.close()
