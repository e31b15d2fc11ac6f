// The types of the contract: the package generates them from openapi.yaml.
export type {
  Account, Answer, Clock, Components, Effect, Event, Game, LegalMove, LegalMoves,
  Link, Match, NewMatch, Notice, Preview, Problem, Prompt, Refusal, State, Step,
  Stream, Undo, View,
} from 'fathom-client';
