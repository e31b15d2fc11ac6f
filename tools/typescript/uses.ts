// What a client does with the generated types must compile, and a misspelt member
// must not.  tools/check-typescript.sh compiles this with the types of each
// generator; an expected error that does not occur is an error.
import type {
  Components, Event, LegalMoves, NewMatch, NewMove, Notice, Problem, State,
  UnderwaterCitiesComponents, UnderwaterCitiesEffect, UnderwaterCitiesMove,
  UnderwaterCitiesPosition, UnderwaterCitiesStep, UnderwaterCitiesView, View,
} from './schemas.js';

type MoveParts = LegalMoves['moves'][number]['parts'];
type Prompt = NonNullable<LegalMoves['prompt']>;
type Step = Event['steps'][number];

// Moves differ in their verb.
export function siteOf(move: UnderwaterCitiesMove): string | undefined {
  if (move.verb === 'build') {
    return move.site;
  }
  if (move.verb === 'end') {
    // @ts-expect-error the end of a turn has no site
    return move.site;
  }
  // @ts-expect-error no move has such a verb
  return move.verb === 'biuld' ? '' : undefined;
}

export function verbOf(parts: MoveParts): string {
  // @ts-expect-error misspelt
  const typo = parts.vreb;
  return parts.verb + typo;
}

// Steps differ in their type.
export function gained(step: UnderwaterCitiesStep): number {
  // @ts-expect-error misspelt
  const typo = step.type === 'gain' ? step.seats : 0;
  return (step.type === 'gain' && step.what === 'points' ? step.n : 0) + typo;
}

// @ts-expect-error it is called points
export const wrong: UnderwaterCitiesEffect = { do: 'gain', what: 'point', n: 1 };
export const right: UnderwaterCitiesEffect = { do: 'gain', what: 'points', n: 1 };

// Views and components differ in their game.
export function tunnel(view: View): string | undefined {
  if (view.game !== 'underwater-cities') {
    return undefined;
  }
  const site: string | undefined = view.seats[0]?.board.tunnels[0]?.site;
  // @ts-expect-error a tunnel is built or not
  const typo = view.seats[0]?.board.tunnels[0]?.build;
  return site + typo;
}

export function cards(components: Components): string[] {
  return components.game === 'underwater-cities' ?
    components.cards.map((card) => card.name) : [];
}

export function cityOf(box: UnderwaterCitiesComponents): string | undefined {
  return box.boards[0]?.cities[0]?.site;
}

// Requests need no members that have a default.
export const match: NewMatch = { game: 'template', seats: ['me', 'open'] };
export const move: NewMove = { move: 'end', seq: 17 };
// @ts-expect-error misspelt
export const odd: NewMove = { move: 'end', sqe: 17 };

// A view with its hidden parts is a position.
export function sandbox(view: UnderwaterCitiesView): NewMatch {
  const position: UnderwaterCitiesPosition = view;
  return { game: view.game, seats: ['me', 'me'], position };
}

export function read(state: State, legal: LegalMoves, event: Event): string[] {
  const steps: Step[] = event.steps;
  const prompt: Prompt | null = legal.prompt;
  // @ts-expect-error misspelt
  const typo = state.viewr;
  return [...legal.moves.map((m) => m.text), ...steps.map((s) => s.text),
    prompt?.text ?? '', typo];
}

// Lists of moves, and events, differ in their game, and all that they hold with it.
export function verbs(legal: LegalMoves): string[] {
  if (legal.game !== 'otys') {
    return [];
  }
  // @ts-expect-error this is a verb of another game
  const other = legal.moves.some((m) => m.parts.verb === 'place');
  return legal.moves.map((m) => m.parts.verb + String(other));
}

export function gamesOf(event: Event): string {
  switch (event.game) {
    case 'otys': return event.steps.map((s) => s.type).join();
    case 'seastead': return event.steps.map((s) => s.type).join();
    case 'underwater-cities': return event.steps.map((s) => s.type).join();
  }
}

export function matchOf(notice: Notice): string | null {
  return notice.type === 'queue' ? notice.match : notice.match;
}

export function ruleOf(problem: Problem): string | undefined {
  // @ts-expect-error no rule has this name
  return problem.rule === 'slot-ocupied' ? undefined : problem.rule;
}
