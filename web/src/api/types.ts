// The types of the contract: the package generates them from openapi.yaml.
export type {
  Account, Answer, Challenge, Clock, ClockTerms, Components, Effect, Event, Game,
  GameStatistics, LegalMove, LegalMoves, Leaderboard, Link, Match, NewChallenge,
  NewClock, NewMatch, Notice, Player, Pool, Preview, Problem, Profile, Prompt, QueueTicket,
  QueueWish, RatingHistory, RatingPoint, Refusal, Season, Standings, State, Step,
  Stream, Undo, Vacation, View,
} from 'fathom-client';
