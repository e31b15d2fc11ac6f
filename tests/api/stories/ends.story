# Matches that end before they are played out: claims, votes, and aborts by the creator.

# ---- claims ----

story a claim after the deadline removes the seat
  given accounts ada bea
  ada POST /v1/matches {"game":"template","seats":["me","open"],"clock":{"turn_seconds":1}}
    201
    let match = id
  bea POST seats
    201
  eventually bea POST claims {"seat":0}
    with Idempotency-Key: claim
    201
    status is "finished"
    events[0].type is "timeout"
    events[0].text is "@ada runs out of time and leaves."
    # The time of the claimant was up as well.
    events[1].type is "timeout"
    events[2].type is "finish"
    header ETag is "5.1"
    let first = body
  again
    201
    body is {first}
    header ETag is "5.1"
    header Idempotent-Replayed is true
  bea POST claims {"seat":1}
    with Idempotency-Key: claim
    422 idempotency-key-reused
  ada GET .
    result.reason is "timed-out"
    # A tie in time has no order.
    result.ranks is [1,1]
  ada GET events
    events counts 5
    events[4].seq is 5

story a claim that is refused says why
  given a match of template by ada bea
  ada POST claims {"seat":1}
    409 time-not-up
  ada POST /v1/matches {"game":"template","seats":["me","open"],"clock":{"turn_seconds":3600}}
    let match = id
  bea POST seats
    201
  ada GET .
    let deadline = clock.deadlines[1]
  ada POST claims {"seat":1}
    409 time-not-up
    deadline is "{deadline}"
  ada POST claims {"seat":0}
    409 own-seat
  ada POST claims {"seat":2}
    404 not-found
  for body in {"seat":4} {} {"seat":1,"why":"slow"}
    ada POST claims {body}
      400 invalid-fields

# ---- votes ----

story votes of all seats abort the match
  given a match of underwater-cities by ada bea
  ada POST votes {"abort":true}
    201
    events[0].type is "vote"
    events[0].abort is true
    status is "running"
  bea GET .
    abort_votes is [0]
  bea POST votes {"abort":true}
    201
    events[1].type is "abort"
    status is "aborted"
  bea GET .
    result is null
    finished_at is not null
  ada GET record
    409 match-not-finished
  ada GET position
    403 position-hidden
  ada POST votes {"abort":false}
    409 match-finished
  the log of ada is complete
  the log of bea is complete

story hidden information of an aborted match stays hidden
  given a match of template by ada bea
  let begun = {seq}
  ada plays
  for who in ada bea
    {who} POST votes {"abort":true}
      201
  ada GET events?after={begun}
    events[0].type is "move"
    events[0].move is "{move}"
  bea GET events?after={begun}
    events[0].type is "move"
    events[0].move is null

story a vote that is refused says why
  given a match of template by ada bea
  given accounts dan
  ada POST votes {"abort":false}
    409 vote-unchanged
  ada POST votes {"abort":true}
    with Idempotency-Key: vote
    201
    let first = body
  again
    201
    body is {first}
  ada POST votes {"abort":false}
    with Idempotency-Key: vote
    422 idempotency-key-reused
  ada POST votes {"abort":true}
    409 vote-unchanged
  for body in {} {"abort":1}
    ada POST votes {body}
      400 invalid-fields
  dan POST votes {"abort":true}
    403 not-seated

story votes change neither moves nor the undo window
  given a match of underwater-cities by ada bea
  let begun = {seq}
  ada GET legal-moves
    let choice = moves[0].move
  bea POST votes {"abort":true}
    201
  ada POST moves {"move":"{choice}"}
    with If-Match: "{begun}"
    201
    let moved = seq
  bea POST votes {"abort":false}
    201
    events[0].text is "@bea withdraws its vote to abort the match."
  ada POST undo {"to_seq":{begun}}
    with If-Match: "{moved}"
    201
  the log of bea is complete

# ---- aborts by the creator ----

story a creator aborts no match that others play
  given a match of template by ada bea
  ada POST abort
    409 abort-blocked
  bea POST abort
    403 not-creator
  ada POST votes {"abort":true}
    with Idempotency-Key: one
    201
  ada POST abort
    with Idempotency-Key: one
    422 idempotency-key-reused
  bea POST resignation
    201
  ada POST abort
    409 match-finished

story an abort that is repeated has the same response
  given accounts ada
  ada POST /v1/matches {"game":"template","seats":["bot:random","me"]}
    201
    let match = id
  ada POST abort
    with Idempotency-Key: once
    201
    status is "aborted"
    abort_reason is "creator"
    let first = body
  again
    201
    body is {first}
    header Idempotent-Replayed is true
