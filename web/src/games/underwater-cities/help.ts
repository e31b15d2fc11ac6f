// How Underwater Cities is played, in short.
import type { Help } from '../../table/game.ts';

const help: Help = {
  en: [
    { title: 'The aim', lines: ['Build cities under the sea, join them by tunnels, and have the most points after ten rounds.'] },
    { title: 'Your turn', lines: [
      'Place an action tile on a free slot and play a card with it. You get the action of the slot.',
      'If the card has the colour of the slot, you get the card too. If not, it is only discarded.',
      'A round is three turns each. The slot that is always open never matches a card.',
    ] },
    { title: 'Production', lines: [
      'After the rounds 4, 7 and 10, everything that is connected to your first city produces. The small numbers below your resources show what.',
      'Then every connected city eats a kelp: the bowl shows how many. Without kelp, a city takes a biomatter or costs points.',
    ] },
    { title: 'What things cost', lines: [
      'A farm 1 kelp, a desalination plant 1 credit, a laboratory 1 steelplast, a tunnel 1 steelplast and 1 credit, an upgrade 1 science.',
      'A city 2 steelplast, 1 kelp and 1 credit. A symbiotic city 1 steelplast, 1 kelp, 1 biomatter and 2 credits; it gives 2 points at each Production.',
      'Biomatter can be paid instead of kelp or steelplast. The diamonds on the board are sites on which only some cards build.',
    ] },
    { title: 'Cards', lines: [
      'At the end of your turn you draw a card. More than three in your hand are discarded when your next turn begins.',
      'An instant card acts once. Action cards, four at most, are used by slots with an A, and are ready again after a Production. Special cards have a price.',
    ] },
    { title: 'Building', lines: ['A farm gives kelp, a plant credits, a laboratory science, a tunnel a credit. An upgrade costs a science and makes a structure produce more. Two upgraded buildings of a kind at one city produce something more again. A metropolis counts when the tunnels to it are built: one to a blue one, two to the brown one.'] },
    { title: 'Points at the end', lines: ['A connected city is worth 2 points, and up to 6 with all three kinds of buildings. Cards for the end, the brown metropolis and left-over resources come on top. The score sheet always shows what you would have now.'] },
    { title: 'Signs', lines: [], signs: [['credit', 'credits'], ['kelp', 'kelp'], ['steelplast', 'steelplast'], ['science', 'science'], ['biomatter', 'biomatter: stands for kelp or steelplast'], ['points', 'points'], ['federation', 'steps on the Federation track: turn order'], ['city', 'city'], ['symbiotic', 'symbiotic city'], ['tunnel', 'tunnel'], ['farm', 'farm'], ['plant', 'desalination plant'], ['laboratory', 'laboratory'], ['upgrade', 'upgrade'], ['wave', 'Production'], ['feed', 'cities to feed'], ['cut', 'not connected yet'], ['type-action', 'an action card']] },
  ],
  de: [
    { title: 'Das Ziel', lines: ['Baue Städte unter dem Meer, verbinde sie mit Tunneln und habe nach zehn Runden die meisten Punkte.'] },
    { title: 'Dein Zug', lines: [
      'Lege ein Aktionsplättchen auf ein freies Feld und spiele dazu eine Karte. Du bekommst die Aktion des Feldes.',
      'Hat die Karte die Farbe des Feldes, bekommst du auch die Karte. Sonst wird sie nur abgelegt.',
      'Eine Runde hat drei Züge für jeden. Das immer offene Feld passt zu keiner Karte.',
    ] },
    { title: 'Produktion', lines: [
      'Nach den Runden 4, 7 und 10 produziert alles, was mit deiner ersten Stadt verbunden ist. Die kleinen Zahlen unter deinen Ressourcen zeigen, was.',
      'Dann isst jede verbundene Stadt einen Kelp: Die Schale zeigt, wie viele. Ohne Kelp nimmt eine Stadt Biomasse oder kostet Punkte.',
    ] },
    { title: 'Was es kostet', lines: [
      'Eine Farm 1 Kelp, eine Entsalzungsanlage 1 Credit, ein Labor 1 Stahlplast, ein Tunnel 1 Stahlplast und 1 Credit, eine Verbesserung 1 Wissenschaft.',
      'Eine Stadt 2 Stahlplast, 1 Kelp und 1 Credit. Eine symbiotische Stadt 1 Stahlplast, 1 Kelp, 1 Biomasse und 2 Credits; sie gibt bei jeder Produktion 2 Punkte.',
      'Biomasse ersetzt Kelp oder Stahlplast. Die Rauten auf dem Plan sind Bauplätze, auf denen nur manche Karten bauen.',
    ] },
    { title: 'Karten', lines: [
      'Am Ende deines Zuges ziehst du eine Karte. Mehr als drei auf der Hand werden abgeworfen, wenn dein nächster Zug beginnt.',
      'Eine sofortige Karte wirkt einmal. Aktionskarten, höchstens vier, werden von Feldern mit einem A benutzt und sind nach einer Produktion wieder bereit. Spezialkarten haben einen Preis.',
    ] },
    { title: 'Bauen', lines: ['Eine Farm gibt Kelp, eine Anlage Credits, ein Labor Wissenschaft, ein Tunnel einen Credit. Eine Verbesserung kostet Wissenschaft, und der Bau produziert mehr. Zwei verbesserte Gebäude einer Art an einer Stadt produzieren noch etwas. Eine Metropole zählt, wenn die Tunnel zu ihr gebaut sind: einer zu einer blauen, zwei zur braunen.'] },
    { title: 'Punkte am Ende', lines: ['Eine verbundene Stadt bringt 2 Punkte, mit allen drei Gebäudearten bis zu 6. Karten der Endwertung, die braune Metropole und übrige Ressourcen kommen dazu. Die Wertung zeigt immer, was du jetzt hättest.'] },
    { title: 'Zeichen', lines: [], signs: [['credit', 'Credits'], ['kelp', 'Kelp'], ['steelplast', 'Stahlplast'], ['science', 'Wissenschaft'], ['biomatter', 'Biomasse: steht für Kelp oder Stahlplast'], ['points', 'Punkte'], ['federation', 'Schritte auf der Föderationsleiste: Zugfolge'], ['city', 'Stadt'], ['symbiotic', 'symbiotische Stadt'], ['tunnel', 'Tunnel'], ['farm', 'Farm'], ['plant', 'Entsalzungsanlage'], ['laboratory', 'Labor'], ['upgrade', 'Verbesserung'], ['wave', 'Produktion'], ['feed', 'Städte, die essen'], ['cut', 'noch nicht verbunden'], ['type-action', 'eine Aktionskarte']] },
  ],
};

export default help;
