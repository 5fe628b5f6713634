"""Writes what a package's copyright file has to say: the licences of everything that is linked into larder.

Usage: copyright.py CHECKOUTS SWIFT_LICENSE > copyright"""
import collections
import pathlib
import sys

checkouts, swift = map(pathlib.Path, sys.argv[1:])
sources = {"Swift": [swift]}
for package in sorted(checkouts.iterdir(), key=lambda path: path.name.lower()):
    sources[package.name] = sorted(package.glob("LICENSE*"))
    if not sources[package.name]:
        sys.exit(f"{package.name} has no LICENSE: see under which licence it may be distributed")

print("Larder\n\n  The owner has not chosen a licence yet.\n")
print("These are linked into /usr/bin/larder. Each may be used under the licence that stands above its names.\n")

apache, others = [], collections.defaultdict(list)
for name, files in sources.items():
    for text in {file.read_text() for file in files}:
        if "Apache License" in text:
            apache.append(name + (" (with the Runtime Library Exception)" if "Runtime Library Exception" in text else ""))
        else:
            others[text.strip()].append(name)
print("Apache License, Version 2.0: on Debian in /usr/share/common-licenses/Apache-2.0\n")
print("".join(f"  {name}\n" for name in apache))
for text, names in others.items():
    print(", ".join(names) + "\n")
    print("".join(f"  {line}\n" if line else "\n" for line in text.splitlines()))
print("Notices of these packages\n")
for package in sources:
    for notice in sorted((checkouts / package).glob("NOTICE*")):
        print(f"{package}\n")
        print("".join(f"  {line.rstrip()}\n" if line.strip() else "\n" for line in notice.read_text().splitlines()))
