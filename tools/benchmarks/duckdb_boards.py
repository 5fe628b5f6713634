"""Makes the boards of the events of a CSV with DuckDB: duckdb_boards.py EVENTS.csv EVENTS.parquet BOARDS.csv RUNS

The events are turned into Parquet where that is not there yet. Prints the seconds of each run as JSON.
"""
import json
import os
import pathlib
import sys
import time

import duckdb

csv, parquet, boards, runs = sys.argv[1:]
query = (pathlib.Path(__file__).parent / "boards.sql").read_text().replace(" DIV ", " // ")
connection = duckdb.connect()
connection.execute("SET threads = 2")
if not os.path.exists(parquet):
    connection.execute(f"COPY (FROM read_csv('{csv}')) TO '{parquet}' (FORMAT parquet)")
connection.execute(f"CREATE VIEW events AS FROM '{parquet}'")
seconds = []
for _ in range(int(runs)):
    start = time.perf_counter()
    connection.execute(f"CREATE OR REPLACE TEMP TABLE boards AS {query}")
    seconds.append(time.perf_counter() - start)
connection.execute(f"COPY boards TO '{boards}' (FORMAT csv, HEADER false)")
print(json.dumps(seconds))
