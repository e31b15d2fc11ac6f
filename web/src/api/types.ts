// The types of the contract: the package generates them from openapi.yaml.
export type {
  Account, Answer, Challenge, Clock, ClockTerms, Components, Effect, Event, Game,
  GameStatistics, LegalMove, LegalMoves, Leaderboard, Link, Match, NewChallenge,
  IssuedToken, NewClock, NewMatch, NewToken, Notice, Player, Pool, Preview, Problem, Profile, Prompt, QueueTicket,
  QueueWish, RatingHistory, RatingPoint, Refusal, Season, Standings, State, Step,
  Stream, Token, Undo, Vacation, View,
} from 'fathom-client';
