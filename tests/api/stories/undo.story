# Undo.  The state of a seat says in `undo` whether and back to which seq its last choices can be taken back.

story undoing a choice restores the state
  given a match of underwater-cities by ada bea
  let begun = {seq}
  ada GET state
    let of_ada = body without seq undo
  bea GET state
    let of_bea = body without seq undo
  ada plays
  ada POST undo {"to_seq":{begun}}
    201
    header ETag is "{begun+2}.0"
    seq is {begun+2}
    events[0].type is "undo"
    events[0].text is "@ada undoes a decision."
    events[0].to_seq is {begun}
  ada GET state
    body without seq undo is {of_ada}
  bea GET state
    body without seq undo is {of_bea}
  the log of ada is complete
  the log of bea is complete

story the state has the undo window
  given a match of underwater-cities by ada bea
  let begun = {seq}
  ada GET state
    undo.allowed is false
    undo.to_seq is null
    undo.text is not ""
  ada plays
  ada GET state
    undo.allowed is true
    undo.to_seq is {begun}
    undo.step_seq is {seq-1}
    # The window reaches back to the beginning of the match.
    undo.reason is null
  bea GET state
    undo.allowed is false

story choices of others in the meantime remain
  given a match of underwater-cities by ada bea cyd
  let begun = {seq}
  bea plays
  bea GET state
    let before = body without seq undo
  ada plays
  ada POST undo {"to_seq":{begun+1}}
    201
  bea GET state
    body without seq undo is {before}
    undo.allowed is true
    undo.to_seq is {begun}

story a turn is undone step by step
  given a match of underwater-cities by ada bea
  repeat 12 times
    play until a move can be undone
    {who} POST undo {"to_seq":{step}}
      201
    {who} GET state
      body without seq undo is {before}
    {who} POST moves {"move":"{move}"}
      201
  the log of ada is complete

# ---- refusals ----

story revealed information cannot be undone
  given a match of underwater-cities by ada bea
  watch ada state
  watch bea state
  let begun = {seq}
  ada plays
  bea plays
  ada GET state
    undo.allowed is false
    undo.reason is "revealed"
    undo.text is not ""
  ada POST undo {"to_seq":{begun}}
    409 undo-blocked
    blocked_by is "revealed"
    allowed_to_seq is null
    detail is not ""
  bea POST undo {"to_seq":{seq-1}}
    409 undo-blocked
    blocked_by is "revealed"
    allowed_to_seq is null
    detail is not ""

story undo beyond the window is refused
  given a match of underwater-cities by ada bea
  watch ada state
  watch bea state
  let begun = {seq}
  ada POST undo {"to_seq":{begun}}
    409 undo-blocked
    blocked_by is null
    allowed_to_seq is null
    detail is not ""
  ada plays
  for to in {begun-1} 0 {seq} {seq+5}
    ada POST undo {"to_seq":{to}}
      409 undo-blocked
      blocked_by is null
      allowed_to_seq is {begun}
      detail is not ""
  bea POST undo {"to_seq":{begun}}
    409 undo-blocked
    blocked_by is null
    allowed_to_seq is null
    detail is not ""

# ---- exactly once ----

story a hundred repetitions undo once
  given a match of underwater-cities by ada bea cyd
  let begun = {seq}
  bea plays
  ada plays
  ada POST undo {"to_seq":{begun+1}}
    with Idempotency-Key: u-1
    201
    let first = body
  again 100 times
    201
    body is {first}
    header Idempotent-Replayed is true
  ada POST undo {"to_seq":{begun}}
    with Idempotency-Key: u-1
    422 idempotency-key-reused
  ada GET .
    seq is {begun+3}
  the log of bea is complete

# ---- races ----

story exactly one of a simultaneous undo and move happens
  given a match of underwater-cities by ada bea
  repeat 8 times, 25 in a deep run
    play until ada can undo or move
    at once
      ada POST moves {"move":"{move}"}
      ada POST undo {"to_seq":{step}}
      statuses 201 412
  the log of ada is complete
  the log of bea is complete

# Either the undo was first, and both have happened, or everything is revealed.
story an undo precedes the last choice of another or is refused
  repeat 3 times
    given a match of template by ada bea
    repeat 3 times
      play until 2 seats are to act
      bea GET legal-moves
        let choice = moves[0].move
      ada plays
      at once
        bea POST moves {"move":"{choice}"}
          201
        ada POST undo {"to_seq":{seq-1}}
          201/409/412
      if {status_2} is 201
        ada GET .
          to_act is [0]
    the log of ada is complete

story an undo wakes a long poll
  given a match of underwater-cities by ada bea
  ada plays
  at once
    bea GET events?after={seq}&wait=20
      events[0].type is "undo"
    ada POST undo {"to_seq":{seq-1}}
      with a delay of 300 ms
      201

# ---- kill -9 ----

story an undo survives kill -9
  given a node of its own
  given a match of underwater-cities by ada bea cyd
  let begun = {seq}
  bea plays
  ada plays
  ada POST undo {"to_seq":{begun+1}}
    201
  for who in ada bea cyd
    {who} GET state
      let before = body
    let before_{who} = {before}
  the node is killed
  ada GET state
    body is {before_ada}
  bea GET state
    body is {before_bea}
  cyd GET state
    body is {before_cyd}
  bea POST undo {"to_seq":{begun}}
    201
  the log of ada is complete

story an undo posted while the service dies happens exactly once
  given a node of its own
  given a match of underwater-cities by ada bea
  ada GET state
    let before = body without seq undo
  repeat 3 times, 10 in a deep run
    ada plays
    let sent = {seq}
    at once
      ada POST undo {"to_seq":{sent-1}}
        with Idempotency-Key: kill-{round}
        0/201
      kill the node within 6 ms
    ada POST undo {"to_seq":{sent-1}}
      with If-Match: "{sent}"
      with Idempotency-Key: kill-{round}
      201
      seq is {sent+1}
    if {status_1} is 201
      again
        201
        body is {body_1}
  ada GET state
    body without seq undo is {before}
  the log of ada is complete

# ---- what others see of it ----

story others see that a hidden move was undone but not which
  given a match of underwater-cities by ada bea
  let begun = {seq}
  ada plays
  ada POST undo {"to_seq":{begun}}
    201
  ada GET events?after={begun}
    body has {move}
  bea GET events?after={begun}
    body lacks {move}
    events counts 2
    events[0].move is null
    events[1].type is "undo"
