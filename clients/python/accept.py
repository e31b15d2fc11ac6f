#!/usr/bin/env python3
"""A bot that waits for challenges, accepts them all, and plays them."""

import argparse
import itertools

from bot import take_turn
from fathom import Client, Problem, say


def answer(client, challenge):
    """Accept the challenge.  A bot that chooses reads it first."""
    path = f"/v1/challenges/{challenge}/answers"
    try:
        answered = client.post(path, {"accept": True})
        print(challenge, answered["match"] or "waiting", flush=True)
    except Problem as problem:
        if problem.status != 409:
            raise
        say(problem)  # no longer open, or my limit of matches is reached


def main():
    about = argparse.ArgumentParser(description=__doc__)
    about.add_argument("--url", default="http://127.0.0.1:8080")
    about.add_argument("--name", required=True)
    about.add_argument("--password", required=True)
    args = about.parse_args()
    client = Client(args.url)
    client.sign_in(args.name, args.password)
    start = client.get("/v1/me/events")
    for notice in itertools.chain(start["data"], client.events(start["next_after"])):
        if notice["type"] == "match" and notice["your_turn"]:
            take_turn(client, notice["match"])
        elif notice["type"] == "challenge" and notice["status"] == "waiting":
            if notice["answer"] == "none":
                answer(client, notice["challenge"])


if __name__ == "__main__":
    main()
