// Writes web/src/ui/fonts.css and its fonts: Inter with the used weights, split into parts of which a browser loads only those whose letters a page shows.
// `npm install --prefix /tmp/subset subset-font@2.9.0 inter-ui@4.1.1`, then `node scripts/interSubset.mjs /tmp/subset`. Needed only for other weights, letters or a newer Inter.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const tools = resolve(process.argv[2]);
const subsetFont = createRequire(join(tools, 'package.json'))('subset-font');
const ui = resolve(import.meta.dirname, '../web/src/ui');
const inter = join(tools, 'node_modules/inter-ui');
const source = readFileSync(join(inter, 'variable/InterVariable.woff2'));
const FAMILY = 'Inter Variable';
const [LIGHTEST, BOLDEST] = [400, 650];

const span = (first, last) => Array.from({ length: last - first + 1 }, (_, place) => first + place);
const codesOf = (text) => [...text].map((letter) => letter.codePointAt(0));

/** Letters of the portal's European languages and of common names, mostly composed of glyphs that are included anyway: 2 KB instead of 19 KB for two other parts. */
const NAMES = codesOf('ÄÖÜßäöüáàâãåçéèêíñóôøúÅÉØÀÁÂÃÇÈÊÌÍÎÑÒÓÔÕÙÚÛìîïëòõùûÿœŒæÆ¡¿«»ªº×ĄąĆćĘęŁłŃńŚśŹźŻżŐőŰű');
/** Characters of the portal's words, figures and units in European languages, and of the names above: every page loads this part, and most load no other. */
const OWN = [...span(0x20, 0x7e), ...codesOf('\u00a0\u00ad©°±²·\u2009–—‘’“”„•…\u202f€−↑↓'), ...NAMES];
const isOwn = new Set(OWN);
const others = (...codes) => codes.flat().filter((code) => !isOwn.has(code));

const PARTS = [
  { name: 'own', codes: OWN },
  {
    name: 'western',
    codes: others(span(0xa0, 0xff), 0x131, 0x152, 0x153, 0x2c6, 0x2da, 0x2dc, span(0x2000, 0x206f), 0x2122),
  },
  {
    name: 'central',
    codes: others(span(0x100, 0x130), span(0x132, 0x151), span(0x154, 0x17f), span(0x218, 0x21b), 0x1e9e),
  },
  { name: 'greek', codes: others(span(0x370, 0x377), span(0x37a, 0x3ff)) },
  { name: 'cyrillic', codes: others(span(0x401, 0x45f), 0x490, 0x491, 0x2116) },
];

/** Formats code points as a unicode-range: "U+20-7E,U+A0". */
function rangeOf(codes) {
  const ranges = [];
  for (const code of codes.toSorted((a, b) => a - b)) {
    if (ranges.at(-1)?.last === code - 1) ranges.at(-1).last = code;
    else ranges.push({ first: code, last: code });
  }
  const hex = (code) => code.toString(16).toUpperCase();
  return ranges.map(({ first, last }) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}

rmSync(join(ui, 'fonts'), { recursive: true, force: true });
mkdirSync(join(ui, 'fonts'));
const faces = [];
for (const { name, codes } of PARTS) {
  const font = await subsetFont(source, String.fromCodePoint(...codes), {
    targetFormat: 'woff2',
    // Of Inter's optional features: kerning, digits of equal width, and positioned marks.
    keepFeatures: ['kern', 'tnum', 'ccmp', 'locl', 'mark', 'mkmk'],
    variationAxes: { wght: { min: LIGHTEST, max: BOLDEST, default: LIGHTEST }, opsz: 14 },
  });
  writeFileSync(join(ui, `fonts/inter-${name}.woff2`), font);
  console.log(name, font.length);
  faces.push(`@font-face {
  font-family: "${FAMILY}";
  font-style: normal;
  font-display: swap;
  font-weight: ${LIGHTEST} ${BOLDEST};
  src: url(./fonts/inter-${name}.woff2) format("woff2");
  unicode-range:
    ${rangeOf(codes)};
}
`);
}
writeFileSync(join(ui, 'fonts/LICENSE'), readFileSync(join(inter, 'LICENSE.txt')));
writeFileSync(
  join(ui, 'fonts.css'),
  `/* Inter (SIL Open Font License, fonts/LICENSE) in parts; written by scripts/interSubset.mjs. */\n${faces.join('')}`,
);
