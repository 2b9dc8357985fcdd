// Writes web/src/components/map/world.json: outlines of countries by Natural Earth (1:110m, public domain) from the npm package world-atlas (ISC).
// `npm pack world-atlas@2.0.2`, unpack it, then `node scripts/worldMap.mjs package/countries-110m.json`. Needed again only for newer borders.
import { readFileSync, writeFileSync } from 'node:fs';

const { arcs, transform, objects } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const [scaleX, scaleY] = transform.scale;
const [left, low] = transform.translate;

/** Converts a line to hundredths of a degree, longitude and latitude in turn: the first point, then differences. */
function steps(arc) {
  let [x, y, beforeX, beforeY] = [0, 0, 0, 0];
  return arc.flatMap(([dx, dy]) => {
    x += dx;
    y += dy;
    const at = [Math.round((x * scaleX + left) * 100), Math.round((y * scaleY + low) * 100)];
    const step = [at[0] - beforeX, at[1] - beforeY];
    [beforeX, beforeY] = at;
    return step;
  });
}

const names = new Intl.DisplayNames('en', { type: 'region' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
// Without codes that are synonyms: FX is France, UK Great Britain.
const codes = letters
  .flatMap((a) => letters.map((b) => a + b))
  .filter((code) => new Intl.Locale(`und-${code}`).region === code && code !== 'FX');
const byName = new Map(codes.map((code) => [names.of(code), code]));
/** Natural Earth's spelling of names that differ. */
const OTHERWISE = {
  'United States of America': 'US',
  Macedonia: 'MK',
  Turkey: 'TR',
  'Bosnia and Herz.': 'BA',
  'Dem. Rep. Congo': 'CD',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  'Central African Rep.': 'CF',
  'Dominican Rep.': 'DO',
  'Eq. Guinea': 'GQ',
  'S. Sudan': 'SS',
  'Solomon Is.': 'SB',
  'W. Sahara': 'EH',
  eSwatini: 'SZ',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Trinidad and Tobago': 'TT',
  'Falkland Is.': 'FK',
};

const countries = objects.countries.geometries.map(({ type, arcs: of, properties }) => ({
  code: OTHERWISE[properties.name] ?? byName.get(properties.name) ?? '',
  // Polygons of rings of lines; a line used in reverse is given by its complement, as in TopoJSON.
  polygons: type === 'MultiPolygon' ? of : [of],
}));
console.log(
  'without a code:',
  objects.countries.geometries.filter((_, n) => !countries[n].code).map((c) => c.properties.name),
);
writeFileSync(
  new URL('../web/src/components/map/world.json', import.meta.url),
  `${JSON.stringify({ lines: arcs.map(steps), countries })}\n`,
);
