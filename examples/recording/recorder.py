"""A minimal recorder of `witnessmark.calls/1` and a session that it records: a file and an SQLite table.

    python3 recorder.py FOLDER LOG recorded
    python3 recorder.py FOLDER LOG replayed

FOLDER holds the world the session works in (`make` lays one); LOG is the call log that is written.
"""

import hashlib
import json
import os
import sqlite3
import sys


def sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def file_state(resource: str, path: str) -> dict:
    if not os.path.exists(path):
        return {"resource": resource, "absent": True}
    with open(path, "rb") as file:
        return {"resource": resource, "fingerprint": sha256(file.read())}


def table_state(resource: str, rows: list) -> dict:
    """Rows as JSON without white space, as `witnessmark replay` has them (docs/recording.md)."""
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return {"resource": resource, "fingerprint": sha256(text.encode())}


class Recorder:
    """Writes a line per call and flushes it, so a crash loses the call it happened in and nothing else."""

    def __init__(self, path: str, header: dict):
        self.file = open(path, "w", encoding="utf-8")
        self.calls = 0
        self.write({"record": "session", "schema": "witnessmark.calls/1", **header})

    def write(self, record: dict) -> None:
        self.file.write(json.dumps(record) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def call(self, plan: dict, states, run):
        before = states()
        output = run()
        self.write({"record": "call", **plan, "output": output, "coverage": "full",
                    "pre_state": before, "post_state": states()})
        self.calls += 1
        return output

    def end(self) -> None:
        self.write({"record": "end", "calls": self.calls})
        self.file.close()


def make(folder: str) -> None:
    with open(os.path.join(folder, "limits.yaml"), "w", encoding="utf-8") as file:
        file.write("cpu: 2\n")
    with sqlite3.connect(os.path.join(folder, "shop.db")) as db:
        db.execute("create table orders (id integer primary key, item text not null)")
        db.execute("insert into orders values (1, 'lamp')")


def run(folder: str, log: str, role: str) -> None:
    config = os.path.join(folder, "limits.yaml")
    db = sqlite3.connect(os.path.join(folder, "shop.db"), isolation_level=None)
    replayed = role == "replayed"
    salt = "#r1" if replayed else ""
    header = {"role": role, "session_id": "py-1", "snapshot": {"id": "snap-1", "epoch": "e1"}}
    if replayed:
        header.update(attempt="r1", idempotency="salted")
        header["snapshot"]["pinned"] = True

    def orders() -> list:
        return [list(row) for row in db.execute("select id, item from orders order by id")]

    def append() -> str:
        with open(config, "a", encoding="utf-8") as file:
            file.write("mem: 4\n")
        return "ok"

    def insert() -> dict:
        db.execute("insert into orders (item) values ('desk')")
        return {"status": "placed"}

    recorder = Recorder(log, header)
    recorder.call(
        {"turn_index": 0, "call_index": 0, "tool": "write_config", "input": {"line": "mem: 4"},
         "effects": "write", "idempotency_key": "py-1/0" + salt},
        lambda: [file_state("file:limits.yaml", config)], append)
    recorder.call(
        {"turn_index": 1, "call_index": 0, "tool": "place_order", "input": {"item": "desk"},
         "effects": "write", "idempotency_key": "py-1/1" + salt},
        lambda: [table_state("sqlite:shop.db#orders", orders())], insert)
    recorder.call(
        {"turn_index": 2, "call_index": 0, "tool": "list_orders", "input": {},
         "effects": "read", "idempotency_key": "py-1/2" + salt},
        lambda: [table_state("sqlite:shop.db#orders", orders())], orders)
    recorder.end()
    db.close()


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        run(sys.argv[1], sys.argv[2], sys.argv[3])
