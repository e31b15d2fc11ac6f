# Accounts and sessions that are refused.

story accounts need valid names and passwords
  given a match of underwater-cities by ada bea
  play 12 moves
  ada POST /v1/matches {"game":"underwater-cities","seats":["me","open"]}
    let open = id
  ada POST /v1/matches {"game":"template","seats":["me","open"]}
    let finished = id
  bea POST /v1/matches/{finished}/seats
  bea POST /v1/matches/{finished}/resignation
  ada POST /v1/matches {"game":"template","seats":["me","open"],"clock":{"turn_seconds":86400}}
    let clocked = id
  bea POST /v1/matches/{clocked}/seats
  watch ada .
  watch ada state
  watch bea state
  watch ada /v1/matches/{open}
  watch ada /v1/matches/{finished}
  watch ada /v1/matches/{clocked}
  watch ada /v1/matches?limit=100&player=@ada
  watch ada /v1/me
  # Without a name; without a password.
  nobody POST /v1/accounts {"password":"long enough 1"}
    400 invalid-fields
    errors[0].pointer is "/name"
  nobody POST /v1/accounts {"name":"eve"}
    400 invalid-fields
    errors[0].pointer is "/password"
  # Names that are too short, have blanks, other letters, or are numbers.
  nobody POST /v1/accounts {"name":"ev","password":"long enough 1"}
    400 invalid-fields
    errors[0].pointer is "/name"
  nobody POST /v1/accounts {"name":"e v e","password":"long enough 1"}
    400 invalid-fields
    errors[0].pointer is "/name"
  nobody POST /v1/accounts {"name":"évé","password":"long enough 1"}
    400 invalid-fields
    errors[0].pointer is "/name"
  nobody POST /v1/accounts {"name":12345,"password":"long enough 1"}
    400 invalid-fields
    errors[0].pointer is "/name"
    errors[0].code is "type"
  # Passwords that are too short, and that everybody has.
  nobody POST /v1/accounts {"name":"@eve","password":"1234567"}
    400 invalid-fields
    errors[0].pointer is "/password"
  nobody POST /v1/accounts {"name":"@eve","password":"password"}
    422 unacceptable-password
  # Upper and lower case are the same.
  for name in @ada @ADA
    nobody POST /v1/accounts {"name":"{name}","password":"long enough 1"}
      409 name-taken
  # Names that stand for the service, or look as if they did.
  nobody POST /v1/accounts {"name":"adm1n","password":"long enough 1"}
    409 name-reserved
  for name in @ada @nobody
    nobody POST /v1/sessions {"name":"{name}","password":"not the right one"}
      401 wrong-credentials
  for name in nobody %27%20OR%201=1
    nobody GET /v1/players/{name}
      404 not-found

story many wrong passwords lock the name for a while
  given accounts ada
  repeat 10 times
    ada POST /v1/sessions {"name":"@ada","password":"not the right one"}
      401
  ada POST /v1/sessions {"name":"@ada","password":"not the right one"}
    429 too-many-attempts
    header Retry-After is there
