#!/usr/bin/env python3
"""Write the examples of openapi.yaml that hold what a game defines: requests to a
running service and its responses, in api/openapi/examples/GAME.json.

    db/local.sh run -t -- tools/with-service.sh build/release tools/make-examples.py

Long lists are cut.  Run it when the responses change; `make openapi-check` says
which no longer fit their schema.
"""

import json
import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "clients/python"), str(ROOT / "tools/openapi")]
sys.dont_write_bytecode = True
from fathom import Client, Problem
from per_game import GAMES

PASSWORD = "a sentence for the examples"
# The responses whose lists are cut, and to what length.
CUT = {"listLegalMoves": 2, "getComponents": 1, "listChallenges": 1,
       "exportAccount": 1}
TIME_BANK = {"bank_seconds": 1800, "increment_seconds": 15}


def cut(body, length):
    """The response with at most this many objects in each of its lists; lists
    inside of those stay whole."""
    return {name: value[:length] if isinstance(value, list) and value and
            isinstance(value[0], dict) else value
            for name, value in body.items()}


class Examples:
    def __init__(self, game):
        self.game, self.requests, self.responses = game, {}, {}

    def keep(self, operation, body):
        """Keep the first response of an operation."""
        if operation not in self.responses:
            length = CUT.get(operation)
            self.responses[operation] = cut(body, length) if length else body
        return body

    def keep_request(self, operation, name, summary, body):
        """Keep the first request to an operation with this name."""
        self.requests.setdefault(operation, {}).setdefault(
            name, {"summary": summary, "value": body})
        return body

    def order(self, name, summary, **settings):
        """The settings of a match."""
        return self.keep_request("createMatch", name, summary, {
            "game": self.game, "seats": ["me", "open"], **settings})

    def has_moves(self):
        """Whether all requests that hold moves are kept."""
        return {"previewMove", "playMove", "undoMoves"} <= self.responses.keys() and \
            "several" in self.requests["playMove"]


def sign_in(name):
    client = Client(os.environ["FATHOM_URL"])
    client.sign_in(name, PASSWORD)
    return client


def play(examples, ada, bea):
    """A match of two players up to some moves, with an undo."""
    order = examples.order("together", "With another player")
    match = examples.keep("createMatch", ada.post("/v1/matches", order))
    path = f"/v1/matches/{match['id']}"
    examples.keep("takeSeat", bea.post(f"{path}/seats"))
    examples.keep("getMatch", ada.get(path))
    examples.keep("listMatches", ada.get("/v1/matches?limit=1"))
    examples.keep("listPlayerMatches", ada.get("/v1/players/ada/matches?limit=1"))
    for _ in range(60):
        for client in (ada, bea):
            play_turn(examples, client, path)
        if examples.has_moves():
            break
    examples.keep("getState", ada.get(f"{path}/state"))
    after = max(0, ada.get(path)["seq"] - 2)
    examples.keep("listEvents", ada.get(f"{path}/events?after={after}&limit=2"))
    examples.keep("voteToAbort", ada.post(f"{path}/votes", {"abort": True}))
    examples.keep("resign", bea.post(f"{path}/resignation"))
    examples.keep("getPosition", ada.get(f"{path}/position"))


def play_turn(examples, client, path):
    """Two moves, if the seat of the client has as many to play."""
    legal = client.get(f"{path}/legal-moves")
    if not legal["moves"]:
        return
    examples.keep("listLegalMoves", legal)
    first = play_one(examples, client, path, legal)
    legal = client.get(f"{path}/legal-moves")
    if not legal["moves"] or legal["seq"] != first["seq"] + 1:
        return
    second = play_one(examples, client, path, legal)
    examples.keep_request("playMove", "several", "A turn", {
        "moves": [first["move"], second["move"]], "seq": first["seq"]})


def preview(examples, client, path, legal):
    moves = [move["move"] for move in legal["moves"]]
    one = {"move": moves[0]}
    effect = client.post(f"{path}/moves/preview", {**one, "view": False})
    if not effect["reveals"]:
        examples.keep_request("previewMove", "one", "One move", one)
        examples.keep("previewMove", effect)
    if len(moves) > 1:
        examples.keep_request(
            "previewMove", "several", "Several moves, without views",
            {"alternatives": moves[:2], "view": False})


def play_one(examples, client, path, legal):
    """The request that played the first legal move, and perhaps undid it."""
    preview(examples, client, path, legal)
    move = {"move": legal["moves"][0]["move"], "seq": legal["seq"]}
    done = client.request("POST", f"{path}/moves", move)
    if not any(len(event["steps"]) > 1 for event in done["events"]):
        return move
    examples.keep_request("playMove", "one", "One move", move)
    examples.keep("playMove", done)
    undo = done["undo"]
    if undo and undo["allowed"] and "undoMoves" not in examples.responses:
        back = {"to_seq": undo["step_seq"], "seq": done["seq"]}
        examples.keep("undoMoves",
                      client.request("POST", f"{path}/undo", back))
    return move


def abort(examples, ada):
    order = examples.order("rated", "Rated, with a time bank of half an hour",
                           rated=True, clock=TIME_BANK)
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
    while "claimTimeUp" not in examples.responses:
        try:
            examples.keep("claimTimeUp",
                          claimant.post(f"{path}/claims", {"seat": late}))
        except Problem as problem:
            if problem.kind != "time-not-up":
                raise
            time.sleep(0.2)


def find(examples, ada, bea):
    """A challenge and a queue entry."""
    wish = examples.keep_request(
        "createChallenge", "rated", "A rated match", {
            "game": examples.game, "players": ["bea"], "clock": TIME_BANK,
            "rated": True})
    path = "/v1/challenges"
    challenge = examples.keep("createChallenge", ada.post(path, wish))
    examples.keep("listChallenges", ada.get(path))
    path = f"{path}/{challenge['id']}"
    examples.keep("getChallenge", ada.get(path))
    examples.keep("answerChallenge", bea.post(f"{path}/answers", {"accept": False}))
    path = f"/v1/queue/{examples.game}"
    wish = {"seats": [2], "clock": TIME_BANK}
    examples.keep("putQueueTicket", ada.request("PUT", path, wish))
    examples.keep("getQueueTicket", ada.get(path))
    ada.request("DELETE", path)


def read(examples, ada):
    """What a game is, and what a player has of it."""
    path = f"/v1/games/{examples.game}"
    game = examples.keep("getGame", ada.get(path))
    examples.keep("listGames", {"data": [game], "next_cursor": None})
    examples.keep("getComponents", ada.get(f"{path}/components"))
    phrases = ada.get(f"{path}/phrases")
    first = dict(list(phrases["phrases"].items())[:3])
    examples.keep("getPhrases", {**phrases, "phrases": first})
    examples.keep("exportAccount", ada.get("/v1/me/export"))


def main():
    ada, bea = sign_in("ada"), sign_in("bea")
    folder = ROOT / "api/openapi/examples"
    folder.mkdir(exist_ok=True)
    for game in GAMES:
        examples = Examples(game)
        play(examples, ada, bea)
        abort(examples, ada)
        claim(examples, ada, bea)
        find(examples, ada, bea)
        read(examples, ada)
        text = json.dumps({"requests": examples.requests,
                           "responses": examples.responses},
                          ensure_ascii=False, indent=1)
        (folder / f"{game}.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
