# Positions, and sandbox matches that begin in them.  The creator has all seats.

story a position is returned as it was sent
  given accounts ada
  for decisions in 0 3 7 25 80 200
    for seats in 1 2 3 4
      given a position of underwater-cities for {seats} seats, seed {decisions}, after {decisions} decisions
      ada POST /v1/matches {"game":"underwater-cities","seats":{own_seats},"position":{position}}
        201
        status is "running"
        sandbox is true
        let match = id
      ada GET position
        body is {position}
  for seats in 2 4
    given a position of template for {seats} seats, seed {seats}, after {seats} decisions
    ada POST /v1/matches {"game":"template","seats":{own_seats},"position":{position}}
      201
      status is "running"
      sandbox is true
      let match = id
    ada GET position
      body is {position}

# ---- one account, all seats ----

story the creator plays every seat by number
  given accounts ada
  given a position of underwater-cities for 2 seats, seed 5, after 6 decisions
  let zeros = 0
  let ones = 0
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    201
    let match = id
  repeat 60 times
    ada GET .
      let seat = to_act[0]
    ada GET legal-moves?seat={seat}
      let move = moves[0].move
    ada GET state?seat={seat}
      let at = seq
      viewer is {seat}
      header ETag is "{at}.{seat}"
    ada POST moves/preview {"move":"{move}","seat":{seat}}
      with If-Match: *
      200
      seat is {seat}
    ada POST moves {"move":"{move}","seat":{seat}}
      with If-Match: *
      201
    if {seat} is 0
      let zeros = {zeros+1}
    if {seat} is 1
      let ones = {ones+1}
  check {zeros} at least 6
  check {ones} at least 6

story without a seat number the seat to act is meant
  given accounts ada
  given a position of underwater-cities for 2 seats, seed 5, after 30 decisions
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    201
    let match = id
  repeat 30 times
    ada GET legal-moves
      let move = moves[0].move
    ada POST moves {"move":"{move}"}
      with If-Match: *
      201

story moves are undone back to the start and no further
  given accounts ada
  given a position of underwater-cities for 2 seats, seed 8, after 0 decisions
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    201
    let match = id
  ada GET legal-moves?seat=1
    let move = moves[0].move
  ada POST moves {"move":"{move}","seat":1}
    with If-Match: *
    201
  ada POST undo {"to_seq":1,"seat":0}
    with If-Match: *
    409 undo-blocked
  ada POST undo {"to_seq":1,"seat":1}
    with If-Match: *
    201
  ada GET position
    body is {position}

story bots continue from a position
  given accounts ada
  given a position of underwater-cities for 2 seats, seed 8, after 150 decisions
  ada POST /v1/matches \
      {"game":"underwater-cities","seats":["bot:random","bot:greedy"],"position":{position}}
    201
    let match = id
  eventually ada GET .
    status is "finished"
  ada GET record
    200
    body has "\nposition\n"

story moves and position of a sandbox survive kill -9
  given a node of its own
  given accounts ada
  given a position of underwater-cities for 2 seats, seed 5, after 40 decisions
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    201
    let match = id
  repeat 5 times
    ada GET .
      let seat = to_act[0]
    ada GET legal-moves?seat={seat}
      let move = moves[0].move
    ada POST moves {"move":"{move}","seat":{seat}}
      with If-Match: *
      201
  ada GET position
    200
    let before = body
  ada GET position?at_seq=1
    let first = body
    body is not {before}
  the node is killed
  ada GET position
    body is {before}
  ada GET position?at_seq=1
    body is {first}

# ---- visibility of positions ----

story only the creator sees a position of a running sandbox
  given a match of template by ada bea
  let running = {match}
  given a position of underwater-cities for 2 seats, seed 5, after 12 decisions
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    201
    let own = id
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","open"],"position":{position}}
    201
    let waiting = id
  ada POST /v1/matches {"game":"template","seats":["me","open"]}
    201
    let open = id
  for hidden in {running}/position {running}/position?at_seq=1 {open}/position
    ada GET /v1/matches/{hidden}
      403 position-hidden
  for who in bea nobody
    {who} GET /v1/matches/{own}/position
      403 position-hidden
  ada GET /v1/matches/{waiting}/position
    409 match-not-started
  ada GET /v1/matches/{own}/position?at_seq=99999
    404 not-found
  ada GET /v1/matches/{own}/position?seat=1
    400 invalid-fields
  ada GET /v1/matches/{own}/state?seat=3
    403 not-seated
  bea GET /v1/matches/{own}/state?seat=0
    403 not-seated
  bea GET /v1/matches/{own}/events?seat=1
    403 not-seated
  nobody GET /v1/matches/{own}/legal-moves?seat=0
    403 not-seated

story a finished match shows all its positions to everybody
  given a match of underwater-cities by ada bea
  play 60 moves
  let middle = {seq}
  ada POST resignation
    with If-Match: *
    201
  nobody GET position?at_seq={middle}
    200
    let then = body
  nobody GET position
    200
    let now = body
  nobody GET position?at_seq=0
    404 not-found
  bea POST /v1/matches {"game":"underwater-cities","seats":["me","bot:greedy"],"position":{then}}
    201
  bea POST /v1/matches {"game":"underwater-cities","seats":["me","bot:greedy"],"position":{now}}
    422 invalid-position

# ---- invalid positions ----

story an invalid position is refused with its place
  given accounts ada
  given a position of underwater-cities for 2 seats, seed 5, after 30 decisions
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    201
    let match = id
  ada GET position
    let card = hidden.deck[0]
  let whole = {position}
  watch ada /v1/matches?player=@ada

  change position seats
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    422 invalid-position
    errors[0].pointer is "/position/seats"
    errors[0].detail has "required"
  for bad in "two" 1.5 99
    let position = {whole}
    change position round {bad}
    ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
      422 invalid-position
      errors[0].pointer is "/position/round"
      errors[0].detail has "a whole number from 1 to 10"
  let position = {whole}
  change position phase "lunch"
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    422 invalid-position
    errors[0].pointer is "/position/phase"
    errors[0].detail has "\"turn\", \"first-hands\""
  let position = {whole}
  change position current_turn.stpe "place"
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    422 invalid-position
    errors[0].pointer is "/position/current_turn/stpe"
    errors[0].detail has "no such member"
  let position = {whole}
  change position hidden.deck [{card}]
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","me"],"position":{position}}
    422 invalid-position
    errors[0].pointer is "/position/hidden/deck"
    errors[0].detail has "nowhere"
  # For another number of seats; for another game.
  ada POST /v1/matches {"game":"underwater-cities","seats":["me"],"position":{whole}}
    422
  ada POST /v1/matches {"game":"template","seats":["me","me"],"position":{whole}}
    422
