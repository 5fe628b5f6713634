#!/usr/bin/env python3
"""What pictures cost: tools/benchmarks/pictures.py LARDER [FILE…]

LARDER is the program; it reads each picture in a process of its own, as larder serve does. Without files it makes pictures
that are costly or hostile. Where the program vips is installed, it makes the same four sizes. For each picture the table
has the processor time in seconds, the largest resident memory in megabytes, and what came of it.
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

# The bounds of larder serve: processor seconds, and bytes beyond what the program takes at its start.
WORKER = ["image-worker", "8", str(768 << 20)]
SIDES = [4096, 1200, 480, 160]


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(width, height, data, before=b""):
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + before + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def repeated(block, times):
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(block) for _ in range(times)) + packer.flush()


def bomb():
    """Four pixels, and nine gibibytes after them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    part = b"".join(packer.compress(bytes(1 << 20)) for _ in range(1 << 10)) + packer.flush(zlib.Z_FULL_FLUSH)
    return png(2, 2, b"\x78\xda" + part * 9 + b"\x03\x00" + bytes(4))


def profiles():
    """Nine thousand profiles, each a mebibyte."""
    profile = chunk(b"iCCP", b"a\0\0" + zlib.compress(bytes((1 << 20) - 1), 9))
    return png(2, 2, zlib.compress(bytes(18)), profile * 9000)


def noise():
    """Fifty million half-transparent pixels, all different: each is the sum of its neighbours."""
    return png(7071, 7071, repeated(b"\x04" + b"\x01\x00\x00\x01" * 7071, 7071))


def tables():
    """A WebP file of one megapixel that asks for 65,536 sets of decoding tables of twenty kilobytes each."""
    bits = []

    def put(value, count):
        bits.extend(value >> place & 1 for place in range(count))

    def code(value):
        bits.extend(value >> place & 1 for place in range(7, -1, -1))

    def single():
        for value in (1, 0, 0, 0):
            put(value, 1)

    def full(symbols, unused):
        put(0, 1)
        put(8, 4)
        for symbol in [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8]:
            put(1 if symbol in (0, 8) else 0, 3)
        put(0, 1)
        bits.extend([1] * symbols + [0] * unused)

    for value, count in [(0x2F, 8), (1023, 14), (1023, 14), (1, 1), (0, 3), (0, 1), (1, 1), (11, 4), (1, 1), (0, 3), (0, 1)]:
        put(value, count)
    full(256, 24)
    full(256, 0)
    for _ in range(3):
        single()
    for number in range(1 << 16):
        code(number & 255)
        code(number >> 8)
    for _ in range(5 << 16):
        single()
    bits.extend([0] * (-len(bits) % 16))
    packed = int("".join(map(str, reversed(bits))), 2).to_bytes(len(bits) // 8, "little") + bytes(64)
    size = struct.pack("<I", len(packed))
    return b"RIFF" + struct.pack("<I", len(packed) + 12) + b"WEBPVP8L" + size + packed


def measured(command, source=None):
    """Processor seconds, peak in megabytes, status and output of a command and its children."""
    process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024, process.returncode, output


def write(make, path):
    """In a process of its own: a process begins with the memory of the one that starts it, and that would count."""
    child = os.fork()
    if child == 0:
        with open(path, "wb") as target:
            target.write(make())
        os._exit(0)
    os.waitpid(child, 0)


def with_larder(larder, path):
    with open(path, "rb") as source:
        seconds, peak, status, output = measured([larder] + WORKER, source)
    line = output.split(b"\n", 1)[0].decode(errors="replace")
    return seconds, peak, line if status == 0 and line else f"ended by {status}"


def with_vips(path, folder):
    kind, options = ("jpg", "[Q=85,strip]") if path.endswith((".jpg", ".jpeg")) else ("webp", "[Q=82,effort=2,strip]")
    total, most, source = 0, 0, path
    for side in SIDES:
        target = f"{folder}/vips-{side}.{kind}"
        seconds, peak, status, _ = measured(
            ["vips", "thumbnail", source, target + options, str(side), "--height", str(side), "--size", "down"])
        total, most, source = total + seconds, max(most, peak), target
        if status != 0:
            return total, most, f"ended by {status}"
    return total, most, "made"


def main():
    if len(sys.argv) < 2 or sys.argv[1] == "--help":
        print(__doc__)
        return
    larder, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    # vips compares on one processor, as larder works.
    os.environ["VIPS_CONCURRENCY"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        if not files:
            for make, suffix in [(bomb, "png"), (profiles, "png"), (tables, "webp"), (noise, "png")]:
                files.append(f"{folder}/{make.__name__}.{suffix}")
                write(make, files[-1])
        for path in files:
            rows = [("larder", with_larder(larder, path))]
            if shutil.which("vips"):
                rows.append(("vips", with_vips(path, folder)))
            for program, (seconds, peak, outcome) in rows:
                print(f"{os.path.basename(path):20} {program:7} {seconds:7.2f} s {peak:6} MB  {outcome}", flush=True)


main()
