// The countries of the world as one picture, those with more in a stronger colour; the list beside it says the numbers.
import { useEffect, useState } from 'react';
import { loadWorldMap, type Point } from '../../components/map/worldMap.ts';
import classes from './dashboard.module.css';

/** Without the poles, where nobody has a plant. */
const NORTH = 78;
const SOUTH = -57;
const WIDTH = 720;
const SCALE = WIDTH / 360;
const HEIGHT = (NORTH - SOUTH) * SCALE;

/** Hundreds of one country and three of another are both to be seen: by the order of their size. */
const strength = (count: number, most: number): number =>
  0.25 + 0.75 * (Math.log(1 + count) / Math.log(1 + Math.max(1, most)));

const pathOf = (polygon: readonly Point[][]): string =>
  polygon
    .map(
      (ring) =>
        `M${ring
          .map(
            ([latitude, longitude]) =>
              `${((longitude + 180) * SCALE).toFixed(1)} ${((NORTH - latitude) * SCALE).toFixed(1)}`,
          )
          .join('L')}Z`,
    )
    .join('');

export default function CountryMap({
  countries,
}: {
  countries: readonly { code: string; name: string; count: number }[];
}) {
  /** Two parts of the world may have no code: each goes by its place in the list. */
  const [shapes, setShapes] = useState<{ id: number; code: string; path: string }[]>([]);
  useEffect(() => {
    let isGone = false;
    // Without it the list tells the same.
    loadWorldMap().then(
      ({ countries }) =>
        !isGone &&
        setShapes(countries.map(({ code, polygons }, id) => ({ id, code, path: polygons.map(pathOf).join('') }))),
      (error: unknown) => console.error(error),
    );
    return () => {
      isGone = true;
    };
  }, []);
  const counts = new Map(countries.filter(({ code }) => code !== '').map(({ code, count }) => [code, count]));
  const most = Math.max(1, ...counts.values());
  return (
    <svg className={classes.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {shapes.map(({ id, code, path }) => {
        const count = counts.get(code) ?? 0;
        return (
          <path
            key={id}
            d={path}
            data-has={count > 0 || undefined}
            fillOpacity={count > 0 ? strength(count, most) : 1}
          />
        );
      })}
    </svg>
  );
}
