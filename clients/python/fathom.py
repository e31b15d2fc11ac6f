"""A small client for Fathom: requests with retries, and the events of one's matches.

Python 3.11 or newer and nothing else.  Copy this file next to your bot.
"""

import http.client
import json
import random
import sys
import time
import urllib.parse
import uuid

ATTEMPTS = 25  # of one request: a minute or two
PAUSE_MOST = 5.0  # seconds between two of them, or more if Retry-After says so
SILENCE_MOST = 40  # seconds; a long poll gets a response after 25


class Problem(Exception):
    """An error response: `kind` names the problem, the text says what to do, `answer`
    has all its members, such as `errors`: the parts of the request that are wrong."""

    def __init__(self, status, answer):
        super().__init__(f"{status} {answer.get('title')}: {answer.get('detail')}")
        self.status, self.answer = status, answer
        self.kind = answer.get("type", "").removeprefix("/problems/")


class Client:
    """One account of one service.  Not thread-safe."""

    def __init__(self, url, token=None):
        parts = urllib.parse.urlsplit(url)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self.connection = kind(parts.netloc, timeout=SILENCE_MOST)
        self.token = token

    def sign_in(self, name, password):
        """Sign in, with a new account if the name is free."""
        who = {"name": name, "password": password}
        try:
            self.post("/v1/accounts", who)
        except Problem as problem:
            if problem.kind != "name-taken":
                raise
        self.token = self.post("/v1/sessions", who)["token"]

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body=None, seq=None):
        """Change something; with `seq`, only if my choices are the same as then,
        and the response has my next `legal_moves`."""
        return self.request("POST", path, body, seq)

    def events(self, after):
        """Yield the events of my matches since `after`, forever, without a gap."""
        while True:
            page = self.get(f"/v1/me/events?wait=25&after={after}")
            yield from page["data"]
            after = page["next_after"]

    def request(self, method, path, body=None, seq=None):
        """Send a request until a response arrives, and return its body.

        It is repeated when the connection breaks, and on 429 and 503: a GET changes
        nothing, and the service recognises a repeated POST by its Idempotency-Key.
        """
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if method != "GET":
            headers["Content-Type"] = "application/json"
            headers["Idempotency-Key"] = str(uuid.uuid4())
        if seq is not None:
            body = {**body, "seq": seq}
            headers["Prefer"] = "return=representation"
        text = None if body is None else json.dumps(body)
        for attempt in range(ATTEMPTS):
            status, wait, answer = self._try(method, path, text, headers)
            if status not in (0, 429, 503) or attempt + 1 == ATTEMPTS:
                break
            pause = wait + random.uniform(0, min(PAUSE_MOST, 0.1 * 2**attempt))
            say(f"{Problem(status, answer)} Again in {pause:.1f} s.")
            time.sleep(pause)
        if 200 <= status < 300:
            return answer
        raise Problem(status, answer)

    def _try(self, method, path, text, headers):
        """Try once: the status (0: no response), seconds to wait, the body."""
        try:
            self.connection.request(method, path, text, headers)
            reply = self.connection.getresponse()
            body = reply.read()
            wait = int(reply.headers.get("Retry-After", 0))
            return reply.status, wait, None if reply.status == 204 else json.loads(body)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.connection.close()  # the next attempt opens a new one
            return 0, 0, {"title": "No response", "detail": str(error)}


def say(text):
    print(text, file=sys.stderr, flush=True)
