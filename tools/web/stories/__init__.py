"""The stories: what the seeds ask, used as a cook uses it."""
import importlib
import re
import sys

# By name: the function. A story's name begins with the ids of tools/web/seeds.txt that it shows.
all_stories = {}


def story(name, only_scripts=False):
    def keep(body):
        if name in all_stories:
            sys.exit(f"two stories have the name «{name}»")
        body.only_scripts = only_scripts
        all_stories[name] = body
        return body
    return keep


def ids(name):
    return re.findall(r"\b[A-Z][0-9]+\b", name)


def load():
    for module in ("joining", "feed", "recipes", "people", "planning", "desk", "console", "elsewhere"):
        importlib.import_module(f"stories.{module}")
    return all_stories
