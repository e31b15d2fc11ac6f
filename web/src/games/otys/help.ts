// How Otys is played, in short.
import type { Help } from '../../table/game.ts';

const help: Help = {
  en: [
    { title: 'The aim', lines: ['Complete contracts and collect points. When somebody has 18, the round is played to its end, and most points win.'] },
    { title: 'Your turn', lines: [
      '1. Choose a key. A numbered key acts on its level; an X on any level, and all sponsors move down one level first.',
      '2. For a battery, the propeller brings another diver to that level. The sponsor at the left of the level may then help.',
      '3. The diver on the level acts: it fetches a resource of its kind, trades, explores, improves, or copies.',
      '4. The diver comes to the surface and all below it move, unless you spend a battery on oxygen: then it stays.',
    ] },
    { title: 'Keys', lines: ['A used key is gone until your Hacker calls all of them back: the cell with the key counts how many are used, and at what number they return.'] },
    { title: 'Contracts', lines: ['A contract takes the resources of one level: those shown, or groups of different colours. Whenever one can be completed, it is offered below the board.'] },
    { title: 'Signs', lines: [], signs: [['credit', 'credits'], ['battery', 'batteries: propeller and oxygen'], ['key', 'used keys'], ['contract', 'contracts'], ['upgrade', 'an upgraded diver'], ['points', 'points']] },
  ],
  de: [
    { title: 'Das Ziel', lines: ['Erfülle Aufträge und sammle Punkte. Wenn jemand 18 hat, wird die Runde zu Ende gespielt; die meisten Punkte gewinnen.'] },
    { title: 'Dein Zug', lines: [
      '1. Wähle einen Schlüssel. Einer mit Zahl wirkt auf seiner Ebene, ein X auf einer beliebigen, und vorher rücken alle Sponsoren eine Ebene nach unten.',
      '2. Für eine Batterie bringt der Propeller einen anderen Taucher auf die Ebene. Dann kann der Sponsor links auf der Ebene helfen.',
      '3. Der Taucher auf der Ebene handelt: Er holt eine Ressource seiner Art, handelt, entdeckt, verbessert oder ahmt nach.',
      '4. Der Taucher kommt an die Oberfläche und alle darunter rücken nach, außer du gibst eine Batterie für Sauerstoff: Dann bleibt er.',
    ] },
    { title: 'Schlüssel', lines: ['Ein benutzter Schlüssel fehlt, bis dein Hacker alle zurückholt: Das Feld mit dem Schlüssel zählt die benutzten und sagt, bei wie vielen sie zurückkommen.'] },
    { title: 'Aufträge', lines: ['Ein Auftrag nimmt Ressourcen einer Ebene: die gezeigten, oder Gruppen verschiedener Farben. Sobald einer erfüllt werden kann, wird er unter dem Tableau angeboten.'] },
    { title: 'Zeichen', lines: [], signs: [['credit', 'Credits'], ['battery', 'Batterien: Propeller und Sauerstoff'], ['key', 'benutzte Schlüssel'], ['contract', 'Aufträge'], ['upgrade', 'ein verbesserter Taucher'], ['points', 'Punkte']] },
  ],
};

export default help;
