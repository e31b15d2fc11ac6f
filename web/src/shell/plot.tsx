// A rating over time: a line, with a band for how certain it is.
import type { RatingPoint } from '../api/types.ts';
import { useAroundWords, useFormats } from '../i18n/around/words.ts';

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 34; // for the numbers of the scale
const RIGHT = 6;
const TOP = 8;
const BOTTOM = 18; // for the dates

// A distance between the lines of the scale that leaves three to six of them.
const stepOf = (span: number): number =>
  [10, 20, 50, 100, 200, 500].find((step) => span / step <= 5) ?? 1000;

interface Scale {
  x(at: number): number;
  y(rating: number): number;
  lines: readonly number[];
}

function scaleOf(points: readonly RatingPoint[]): Scale {
  const least = Math.min(...points.map(({ rating }) => rating));
  const most = Math.max(...points.map(({ rating }) => rating));
  const step = stepOf(Math.max(40, most - least));
  const low = Math.floor((least - 10) / step) * step;
  const high = Math.ceil((most + 10) / step) * step;
  return {
    x: (at) => LEFT + at / (points.length - 1) * (WIDTH - LEFT - RIGHT),
    y: (rating) => TOP + (high - rating) / (high - low) * (HEIGHT - TOP - BOTTOM),
    lines: Array.from({ length: (high - low) / step + 1 }, (_, n) => low + n * step),
  };
}

const pathOf = (places: readonly (readonly [number, number])[]): string =>
  `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

// The points, oldest first; there are two at least.
export function RatingPlot({ points }: { points: readonly RatingPoint[] }) {
  const words = useAroundWords();
  const { date, signed } = useFormats();
  const { x, y, lines } = scaleOf(points);
  const ratings = points.map(({ rating }) => rating);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) {
    return null;
  }
  const edge = (sign: 1 | -1) => points.map(({ rating, uncertainty }, at) =>
    [x(at), Math.min(HEIGHT - BOTTOM, Math.max(TOP, y(rating + sign * uncertainty)))] as const);
  const says = words.plotSays(points.length, first.rating, last.rating,
      Math.min(...ratings), Math.max(...ratings));
  return (
    <figure class="plot">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
        <path class="plot-band" d={`${pathOf([...edge(1), ...edge(-1).reverse()])}Z`} />
        {lines.map((rating) => (
          <g key={rating}>
            <path class="plot-line" d={`M${LEFT} ${y(rating)}H${WIDTH - RIGHT}`} />
            <text x={LEFT - 4} y={y(rating) + 3} text-anchor="end">{rating}</text>
          </g>
        ))}
        <path class="plot-rating" d={pathOf(points.map(({ rating }, at) => [x(at), y(rating)]))} />
        <circle class="plot-end" cx={x(points.length - 1)} cy={y(last.rating)} r="3.5" />
        <text x={LEFT} y={HEIGHT - 4}>{date(first.at)}</text>
        <text x={WIDTH - RIGHT} y={HEIGHT - 4} text-anchor="end">{date(last.at)}</text>
      </svg>
      <figcaption class="note">{says} {words.plotBand}</figcaption>
      <details>
        <summary>{words.asTable}</summary>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">{words.date}</th>
              <th scope="col" class="number">{words.rating}</th>
              <th scope="col" class="number">{words.change}</th>
            </tr>
          </thead>
          <tbody>
            {[...points].reverse().map((point, row) => (
              <tr key={row}>
                <td>{point.match ? <a class="line-link" href={`#/match/${point.match}`}>
                  {date(point.at)}</a> : date(point.at)}</td>
                <td class="number whole">{point.rating} <small>± {point.uncertainty}</small></td>
                <td class="number">{signed(point.change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
