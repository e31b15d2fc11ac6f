#!/usr/bin/env python3
"""A bot for every game of Fathom.  Write your own by changing `choose`."""

import argparse
import itertools
import random

from fathom import Client, Problem, say

OVER = ("finished", "aborted")
LOOKED_AT = 3  # moves that the bot previews


def choose(client, match, seat, moves):
    """Of a few random moves, return the one that scores most points at once."""

    def worth(move):
        path = f"/v1/matches/{match}/moves/preview"
        try:
            change = client.post(path, {"move": move["move"]})["score_change"]
        except Problem:
            return 0  # the match has changed: playing it will be refused, too
        return change[seat] if change else 0  # null: depends on hidden information

    few = random.sample(moves, min(LOOKED_AT, len(moves)))
    return max(few, key=worth) if len(few) > 1 else few[0]


def take_turn(client, match):
    """Decide and play until my seat has no decision to make."""
    path, legal = f"/v1/matches/{match}", None
    while (legal := legal or client.get(f"{path}/legal-moves"))["moves"]:
        try:
            move = choose(client, match, legal["prompt"]["seat"], legal["moves"])
            reply = client.post(f"{path}/moves", {"move": move["move"]}, legal["seq"])
            legal = reply.get("legal_moves")
        except Problem as problem:
            if problem.status not in (409, 412):
                raise
            say(problem)  # the match changed meanwhile: read it and decide again
            legal = None


def show_result(client, match):
    result = client.get(f"/v1/matches/{match}")["result"]
    print(match, *(result["scores"] if result else ["aborted"]), flush=True)


def take_seats(client, args):
    """Take the seats that the arguments name; yield their matches."""
    if args.create:
        game, _, seats = args.create.partition(":")
        wish = {"game": game, "seats": ["me"] + ["open"] * (int(seats) - 1)}
        for _ in range(args.matches):
            match = client.post("/v1/matches", wish)["id"]
            print(match, "open", flush=True)
            yield match
    if args.join:
        try:
            yield client.post(f"/v1/matches/{args.join}/seats")["id"]
        except Problem as problem:
            say(problem)  # started already, perhaps with this bot


def main():
    about = argparse.ArgumentParser(description=__doc__)
    about.add_argument("--url", default="http://127.0.0.1:8080")
    about.add_argument("--name", required=True)
    about.add_argument("--password", required=True)
    about.add_argument("--create", metavar="GAME:SEATS", help="open matches")
    about.add_argument("--matches", type=int, default=1, help="number of matches to open")
    about.add_argument("--join", metavar="MATCH", help="take a seat in this match")
    args = about.parse_args()
    client = Client(args.url)
    client.sign_in(args.name, args.password)

    # Read the state of my matches, then notices from there on: none is missed.
    start = client.get("/v1/me/events")
    playing = {n["match"] for n in start["data"] if "seq" in n} | set(take_seats(client, args))
    news = itertools.chain(start["data"], client.events(start["next_after"]))
    while playing:
        notice = next(news)
        if notice["your_turn"]:
            take_turn(client, notice["match"])
        elif notice["status"] in OVER and notice["match"] in playing:
            playing.remove(notice["match"])
            show_result(client, notice["match"])


if __name__ == "__main__":
    try:
        main()
    except Problem as problem:
        raise SystemExit(f"bot.py: {problem}")
