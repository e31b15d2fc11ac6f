// How Otys is played, in short.
import type { Help } from '../../table/game.ts';

const help: Help = {
  en: [
    { title: 'The aim', lines: ['Complete contracts and collect points. When somebody has 18, the round is played to its end, and most points win.'] },
    { title: 'Your turn', lines: [
      '1. Choose a key. A numbered key acts on its level; an X on any level, and all sponsors move down one level first. The sponsors are those of all players.',
      '2. For a battery, the propeller brings another diver to that level. The sponsor at the left of the level may then help.',
      '3. The diver on the level acts.',
      '4. The diver comes to the surface, at the left, and all that were above it move down by one, unless you spend a battery on oxygen: then it stays.',
    ] },
    { title: 'Divers', lines: [
      'Metal, Plant, Fuel and Tech fetch a resource of their kind. The Trader buys or sells in the store, and the Explorer pays for a reward token of the level.',
      'The Engineer improves the Mechanic, who makes the propeller reach farther, or the Hacker. The Spy draws contracts, or uses the diver of a neighbour on the same level.',
      'Tap a diver, a sponsor, a contract or a token to read what it does.',
    ] },
    { title: 'Keys', lines: ['A used key is gone until your Hacker calls all of them back: the cell with the key counts how many are used, and at what number they return.'] },
    { title: 'Contracts', lines: ['A contract takes the resources of one level: those shown, or groups of different colours. Whenever one can be completed, it is offered below the board.'] },
    { title: 'Signs', lines: [], signs: [['credit', 'credits'], ['battery', 'batteries: propeller and oxygen'], ['key', 'used keys'], ['contract', 'contracts in hand'], ['upgrade', 'an upgraded diver'], ['points', 'points']] },
  ],
  de: [
    { title: 'Das Ziel', lines: ['Erfülle Aufträge und sammle Punkte. Wenn jemand 18 hat, wird die Runde zu Ende gespielt; die meisten Punkte gewinnen.'] },
    { title: 'Dein Zug', lines: [
      '1. Wähle ein Zugangsplättchen. Eines mit Zahl wirkt auf seiner Ebene, ein X auf einer beliebigen, und vorher rücken alle Sponsoren eine Ebene nach unten. Die Sponsoren gelten für alle.',
      '2. Für eine Batterie bringt der Propeller einen anderen Taucher auf die Ebene. Dann kann der Sponsor links auf der Ebene helfen.',
      '3. Der Taucher auf der Ebene tut etwas.',
      '4. Der Taucher kommt an die Oberfläche, nach links, und alle, die über ihm waren, rücken eins nach unten, außer du gibst eine Batterie für Sauerstoff: Dann bleibt er.',
    ] },
    { title: 'Taucher', lines: [
      'Metall, Pflanzen, Treibstoff und Tech holen eine Ressource ihrer Art. Der Händler kauft oder verkauft im Laden, und der Entdecker bezahlt ein Belohnungsplättchen der Ebene.',
      'Der Ingenieur verbessert den Mechaniker, mit dem der Propeller weiter reicht, oder den Hacker. Der Spion zieht Aufträge oder nutzt den Taucher eines Nachbarn auf derselben Ebene.',
      'Tippe auf Taucher, Sponsoren, Aufträge und Plättchen, um zu lesen, was sie tun.',
    ] },
    { title: 'Zugangsplättchen', lines: ['Ein benutztes Zugangsplättchen fehlt, bis dein Hacker alle zurückholt: Das Feld mit dem Schlüssel zählt die benutzten und sagt, bei wie vielen sie zurückkommen.'] },
    { title: 'Aufträge', lines: ['Ein Auftrag nimmt Ressourcen einer Ebene: die gezeigten, oder Gruppen verschiedener Farben. Sobald einer erfüllt werden kann, wird er unter dem Tableau angeboten.'] },
    { title: 'Zeichen', lines: [], signs: [['credit', 'Credits'], ['battery', 'Batterien: Propeller und Sauerstoff'], ['key', 'benutzte Zugangsplättchen'], ['contract', 'Aufträge auf der Hand'], ['upgrade', 'ein verbesserter Taucher'], ['points', 'Punkte']] },
  ],
};

export default help;
