"""Read a tournament and give a result by the HTTP API, with nothing but Python's own library.

python client.py http://localhost:8000 demo/a            the standings, and the round in play
ARBITRO_TOKEN=arbitro_… python client.py http://localhost:8000 demo/a 12 1-0
"""

import json
import os
import sys
import urllib.error
import urllib.request


def ask(address: str, body: object = None) -> object:
    headers = {"Content-Type": "application/json"}
    if token := os.environ.get("ARBITRO_TOKEN"):
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {json.load(error)['detail']}")  # one sentence: what, where, remedy


def main(site: str, tournament: str, *result: str) -> None:
    base = f"{site}/api/tournaments/{tournament}"
    if result:
        board, sign = result
        entry = ask(f"{base}/commands/result", {"arguments": {"board": int(board), "result": sign}})
        print(f"entry {entry['number']}: board {board} {sign}")
        return
    for row in ask(f"{base}/standings")[:5]:
        print(row["rank"], row["name"], row["points"])
    played = ask(f"{base}")["rounds_published"]
    print("missing in round", played, ":", ask(f"{base}/rounds/{played}")["missing"])


if __name__ == "__main__":
    main(*sys.argv[1:])
