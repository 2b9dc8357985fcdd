// World map with a stronger colour for countries with higher counts; the list next to it has the numbers.
import { useEffect, useState } from 'react';
import { loadWorldMap, type Point } from '../../components/map/worldMap.ts';
import classes from './dashboard.module.css';

/** Latitude range in degrees, without the poles. */
const NORTH = 78;
const SOUTH = -57;
const WIDTH = 720;
const SCALE = WIDTH / 360;
const HEIGHT = (NORTH - SOUTH) * SCALE;

/** Opacity on a logarithmic scale, so that both hundreds and a few are visible. */
const opacityOf = (count: number, max: number): number =>
  0.25 + 0.75 * (Math.log(1 + count) / Math.log(1 + Math.max(1, max)));

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
  /** Shapes, identified by their index, as several may have no code. */
  const [shapes, setShapes] = useState<{ id: number; code: string; path: string }[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    // The list has the same data without the map.
    loadWorldMap().then(
      ({ countries }) =>
        !isUnmounted &&
        setShapes(countries.map(({ code, polygons }, id) => ({ id, code, path: polygons.map(pathOf).join('') }))),
      (error: unknown) => console.error(error),
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  const counts = new Map(countries.filter(({ code }) => code !== '').map(({ code, count }) => [code, count]));
  const max = Math.max(1, ...counts.values());
  return (
    <svg className={classes.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {shapes.map(({ id, code, path }) => {
        const count = counts.get(code) ?? 0;
        return (
          <path
            key={id}
            d={path}
            data-has={count > 0 || undefined}
            fillOpacity={count > 0 ? opacityOf(count, max) : 1}
          />
        );
      })}
    </svg>
  );
}
