// How Seastead is played, in short.
import type { Help } from '../../table/game.ts';

const help: Help = {
  en: [
    { title: 'The aim', lines: ['Build on the four flotillas and have the most points when the match ends.'] },
    { title: 'Your turn', lines: [
      'Dive or build.',
      'Dive: a card is turned up. You choose the half that faces you and take what it shows; your opponent takes the other half.',
      'Build: choose a building and a free location. The number at the location is its price, paid in the resource in the middle of the flotilla. A price tag lowers it for the building on the tag, and a ship of either player there lowers it by one.',
    ] },
    { title: 'After you build', lines: [
      'The building acts: a port takes a dock tile, an academy a specialist, a shipyard places a ship.',
      'Then the location acts: its signs stand below the price.',
      'If your opponent builds where your ship lies, you may take a resource, and the ship moves on.',
      'Emptying a row or a column of your building board gives a bonus.',
    ] },
    { title: 'Points', lines: [
      'A dock gives its owner a point for each token of its resource in store, at most three. The player who has the right building beside it scores the points of that area. Tap a dock to read it.',
      'Your buildings score the stars of their locations, your specialists that lie face up theirs, and each cleanup token is a point. The score sheet shows them at any time.',
    ] },
    { title: 'The end', lines: ['The end is near when a flotilla is full, a player has one building left, the deep dive cards come up, or the cleanup tokens run out. The round is finished, and one more is played. The four numbers below the board show how far it is.'] },
    { title: 'Signs', lines: [], signs: [['kelp', 'kelp'], ['metal', 'metal'], ['fish', 'fish'], ['artifact', 'artifacts'], ['any', 'a resource of your choice'], ['cleanup', 'cleanup tokens'], ['port', 'port'], ['academy', 'academy'], ['shipyard', 'shipyard'], ['ship', 'ship'], ['lock', 'this demand cannot be swapped'], ['points', 'points']] },
  ],
  de: [
    { title: 'Das Ziel', lines: ['Baue auf den vier Flotillas und habe am Ende die meisten Punkte.'] },
    { title: 'Dein Zug', lines: [
      'Tauche oder baue.',
      'Tauchen: Eine Karte wird aufgedeckt. Du wählst die Hälfte, die zu dir zeigt, und nimmst, was sie zeigt; dein Gegner nimmt die andere.',
      'Bauen: Wähle ein Gebäude und einen freien Ort. Die Zahl am Ort ist sein Preis, bezahlt mit der Ressource in der Mitte der Flotilla. Ein Preisschild senkt ihn für das Gebäude darauf, und ein Schiff dort um eins, wem es auch gehört.',
    ] },
    { title: 'Nach dem Bau', lines: [
      'Das Gebäude wirkt: Ein Hafen nimmt ein Dock-Plättchen, eine Akademie einen Spezialisten, eine Werft setzt ein Schiff.',
      'Dann wirkt der Ort: Seine Zeichen stehen unter dem Preis.',
      'Baut der andere, wo dein Schiff liegt, darfst du eine Ressource nehmen, und das Schiff fährt weiter.',
      'Wer eine Reihe oder Spalte seiner Gebäude leert, bekommt einen Bonus.',
    ] },
    { title: 'Punkte', lines: [
      'Ein Dock-Plättchen gibt seinem Besitzer einen Punkt für jede seiner Ressourcen im Vorrat, höchstens drei, und wer daneben das richtige Gebäude hat, bekommt die Punkte des Felds. Tippe auf ein Dock-Plättchen, um es zu lesen.',
      'Deine Gebäude zählen die Sterne ihrer Orte, deine offenen Spezialisten ihre, und jeder Säuberungsmarker ist ein Punkt. Die Wertung zeigt sie jederzeit.',
    ] },
    { title: 'Das Ende', lines: ['Das Ende naht, wenn eine Flotilla voll ist, jemand nur noch ein Gebäude hat, die tiefen Tauchkarten kommen oder die Säuberungsmarker ausgehen. Die Runde wird beendet und noch eine gespielt. Die vier Zahlen unter dem Plan zeigen, wie weit es ist.'] },
    { title: 'Zeichen', lines: [], signs: [['kelp', 'Seetang'], ['metal', 'Metall'], ['fish', 'Fisch'], ['artifact', 'Artefakte'], ['any', 'eine Ressource deiner Wahl'], ['cleanup', 'Säuberungsmarker'], ['port', 'Hafen'], ['academy', 'Akademie'], ['shipyard', 'Werft'], ['ship', 'Schiff'], ['lock', 'diese Nachfrage wird nicht getauscht'], ['points', 'Punkte']] },
  ],
};

export default help;
