-- A move as the baseline takes it: POST with a body of the usual size.
wrk.method = "POST"
wrk.body = '{"move":"place red3 28","seat":0,"filler":"0123456789abcdef0123456789abcdef012345"}'
wrk.headers["Content-Type"] = "application/json"
