// A match that waits for players.  A viewer without a seat sees an invitation; a player
// who has one sees for whom the match waits, and the link that invites them.
import { useEffect, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Account, Game, Match, Refusal } from '../../api/types.ts';
import { useAroundWords } from '../../i18n/around/words.ts';
import { useWords } from '../../i18n/words.ts';
import { loadLobby, lobby, seatOf } from '../../store/lobby.ts';
import { optionTitle, optionValue, usePhrases } from '../../store/phrases.ts';
import { useStore } from '../../store/store.ts';
import type { GameClient } from '../../table/game.ts';
import { Icon } from '../../table/icon.tsx';
import { coverOf } from '../../table/load.ts';
import { clockText } from '../clock-text.ts';
import { Page, Problem } from '../page.tsx';
import { fullName } from '../../table/names.tsx';
import { PlayerLink } from '../player-link.tsx';

export interface InvitationProps {
  match: Match;
  game: GameClient | null;
  account: Account | null;
  refused: Refusal | null; // of the last attempt to take the seat
  isBusy: boolean;
  join(): void;
}

const Fact = ({ icon, name, children }:
    { icon: string; name: string; children: ComponentChildren }) => (
  <div><dt><Icon name={icon} /> {name}</dt><dd>{children}</dd></div>
);

// The options that differ from the defaults of the game.
function useChanged({ game, options }: Match, about: Game | undefined): string[] {
  const words = useAroundWords();
  const phrases = usePhrases(game);
  return !about ? [] : Object.entries(options)
      .filter(([name, value]) => about.options.properties[name]?.default !== value)
      .map(([name, value]) => `${optionTitle(phrases, name)}: ${typeof value === 'boolean' ?
        words.yesOrNo(value) : optionValue(phrases, name, value)}`);
}

function Facts({ match, game, about }:
    { match: Match; game: GameClient | null; about: Game | undefined }) {
  const words = useAroundWords();
  const { nobody } = useWords();
  const changed = useChanged(match, about);
  const minutes = game?.minutes?.(match.seats.length);
  return (
    <dl class="facts">
      <Fact icon="players" name={words.seatsOf(match.seats.length)}>
        {match.seats.map(({ seat, player }) => <span key={seat} class="block">
          {player ? <PlayerLink player={player} /> : nobody}</span>)}
      </Fact>
      <Fact icon="clock" name={clockText(match.clock, words)}>
        {words.clockMeans(match.clock)}</Fact>
      {minutes !== undefined && <Fact icon="wave" name={words.lasts(minutes)}>{words.atOnce}</Fact>}
      <Fact icon="trophy" name={match.rated ? words.rated : words.casual}>
        {match.rated ? words.ratedMeans : words.casualMeans}</Fact>
      {changed.length > 0 && <Fact icon="settings" name={words.changed}>
        {changed.map((text) => <span key={text} class="block">{text}</span>)}</Fact>}
    </dl>
  );
}

// The link stands there too, for browsers that do not let pages copy.
function ShareLink() {
  const words = useWords();
  const [isCopied, setCopied] = useState(false);
  const link = location.href;
  const copy = () => navigator.clipboard?.writeText(link).then(() => setCopied(true), () => {});
  return (
    <div class="row">
      <input class="share" readOnly value={link} aria-label={words.linkOfMatch}
        onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="button main" onClick={() => void copy()}>
        <Icon name="link" />{isCopied ? words.copied : words.copyLink}</button>
    </div>
  );
}

// A rated match needs an account: the way back from there leads here.
function TakeSeat({ match, account, isBusy, join }: InvitationProps) {
  const words = useAroundWords();
  const { signIn } = useWords();
  if (match.rated && (!account || account.guest)) {
    return (
      <>
        <p class="note">{words.needsAccount}</p>
        <p><a class="button main wide-button" href={`#/account/match/${match.id}`}>{signIn}</a></p>
      </>
    );
  }
  return (
    <>
      <p><button type="button" class="button main wide-button" data-join="" disabled={isBusy}
        onClick={join}><Icon name="plus" />{words.takeSeat}</button></p>
      {!account && <p class="note">{words.noAccountNeeded}</p>}
    </>
  );
}

export default function Invitation(props: InvitationProps) {
  const { match, game, account, refused } = props;
  const words = useAroundWords();
  const { help } = useWords();
  const { games } = useStore(lobby);
  useEffect(() => void loadLobby(), []);
  const about = games?.find(({ id }) => id === match.game);
  const title = about?.title ?? match.game;
  const host = match.seats.find(({ player }) => player?.kind === 'human')?.player;
  const hasSeat = seatOf(match, account) !== null;
  const cover = coverOf(match.game);
  return (
    <Page title={hasSeat ? words.waitsFor(title) : !host ?
      words.openSeatIn(title) : words.invites(fullName(host), title)}>
      <div class="invitation">
        {cover && <img class="cover" src={cover} alt="" width="360" height="132" />}
        <Facts match={match} game={game} about={about} />
        <Problem problem={refused} />
        {hasSeat ? (
          <>
            <p>{words.sendLink}</p>
            <ShareLink />
          </>
        ) : <TakeSeat {...props} />}
        <p class="around">
          <a class="button" href={`#/help/${match.game}`}><Icon name="help" />{help}</a>
          <a class="button" href={`#/about/${match.id}`}><Icon name="info" />{words.aboutMatch}</a>
        </p>
      </div>
    </Page>
  );
}
