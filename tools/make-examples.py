#!/usr/bin/env python3
"""Write the examples of openapi.yaml that hold what a game defines: the responses
of a running service, in api/openapi/examples/GAME.json.

    db/local.sh run -t -- tools/with-service.sh build/release tools/make-examples.py

Each file has the bodies by operation.  Long lists are cut.  Run it when the
responses change; `make openapi-check` says which no longer fit their schema.
"""

import json
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "clients/python"))
sys.dont_write_bytecode = True
from fathom import Client, Problem

GAMES = ["underwater-cities", "seastead", "otys"]
PASSWORD = "a sentence for the examples"
# The responses whose lists are cut, and to what length.
CUT = {"listLegalMoves": 2, "getComponents": 1, "listGames": 1, "listChallenges": 1,
       "exportAccount": 1}


def cut(body, length):
    """The response with at most this many objects in each of its lists; lists
    inside of those stay whole."""
    return {name: value[:length] if isinstance(value, list) and value and
            isinstance(value[0], dict) else value
            for name, value in body.items()}


class Examples:
    def __init__(self, game):
        self.game, self.bodies = game, {}

    def keep(self, operation, body):
        if operation not in self.bodies:
            length = CUT.get(operation)
            self.bodies[operation] = cut(body, length) if length else body
        return body


def sign_in(name):
    client = Client(os.environ["FATHOM_URL"])
    client.sign_in(name, PASSWORD)
    return client


def play(examples, ada, bea):
    """A match of two players up to some moves, with an undo."""
    order = {"game": examples.game, "seats": ["me", "open"]}
    match = examples.keep("createMatch", ada.post("/v1/matches", order))
    path = f"/v1/matches/{match['id']}"
    examples.keep("takeSeat", bea.post(f"{path}/seats"))
    examples.keep("getMatch", ada.get(path))
    examples.keep("listMatches", ada.get("/v1/matches?limit=1"))
    examples.keep("listPlayerMatches", ada.get("/v1/players/ada/matches?limit=1"))
    for _ in range(60):
        for client in (ada, bea):
            legal = client.get(f"{path}/legal-moves")
            if legal["moves"]:
                play_one(examples, client, path, legal)
        if {"playMove", "undoMoves"} <= examples.bodies.keys():
            break
    examples.keep("getState", ada.get(f"{path}/state"))
    after = max(0, ada.get(path)["seq"] - 2)
    examples.keep("listEvents", ada.get(f"{path}/events?after={after}&limit=2"))
    examples.keep("voteToAbort", ada.post(f"{path}/votes", {"abort": True}))
    examples.keep("resign", bea.post(f"{path}/resignation"))
    examples.keep("getPosition", ada.get(f"{path}/position"))


def play_one(examples, client, path, legal):
    examples.keep("listLegalMoves", legal)
    move = {"move": legal["moves"][0]["move"]}
    preview = client.post(f"{path}/moves/preview", {**move, "view": False})
    if not preview["reveals"]:
        examples.keep("previewMove", preview)
    done = client.request("POST", f"{path}/moves", {**move, "seq": legal["seq"]})
    has_steps = any(len(event["steps"]) > 1 for event in done["events"])
    if has_steps:
        examples.keep("playMove", done)
    undo = done["undo"]
    if has_steps and undo and undo["allowed"] and "undoMoves" not in examples.bodies:
        back = {"to_seq": undo["step_seq"], "seq": done["seq"]}
        examples.keep("undoMoves",
                      client.request("POST", f"{path}/undo", back))


def abort(examples, ada):
    order = {"game": examples.game, "seats": ["me", "open"]}
    match = ada.post("/v1/matches", order)
    examples.keep("abortMatch", ada.post(f"/v1/matches/{match['id']}/abort"))


def claim(examples, ada, bea):
    """A match in which one player claims that the time of another is up."""
    order = {"game": examples.game, "seats": ["me", "open"],
             "clock": {"turn_seconds": 1}}
    path = f"/v1/matches/{ada.post('/v1/matches', order)['id']}"
    bea.post(f"{path}/seats")
    late = ada.get(path)["to_act"][-1]
    claimant = bea if late == 0 else ada
    while "claimTimeUp" not in examples.bodies:
        try:
            examples.keep("claimTimeUp",
                          claimant.post(f"{path}/claims", {"seat": late}))
        except Problem as problem:
            if problem.kind != "time-not-up":
                raise
            time.sleep(0.2)


def read(examples, ada):
    """What a game is, and lists with its matches."""
    path = f"/v1/games/{examples.game}"
    examples.keep("getComponents", ada.get(f"{path}/components"))
    examples.keep("listGames", ada.get("/v1/games"))
    wish = {"game": examples.game, "players": ["bea"]}
    ada.post("/v1/challenges", wish)
    examples.keep("listChallenges", ada.get("/v1/challenges"))
    export = ada.get("/v1/me/export")
    examples.keep("exportAccount", export)


def main():
    ada, bea = sign_in("ada"), sign_in("bea")
    folder = ROOT / "api/openapi/examples"
    folder.mkdir(exist_ok=True)
    for game in GAMES:
        examples = Examples(game)
        play(examples, ada, bea)
        abort(examples, ada)
        claim(examples, ada, bea)
        read(examples, ada)
        text = json.dumps(examples.bodies, ensure_ascii=False, indent=1)
        (folder / f"{game}.json").write_text(text + "\n")
        print(game, len(text), sorted(examples.bodies))


if __name__ == "__main__":
    main()
