// Draws a plant of the demonstration as SVG: a house, a hall or a balcony with its modules, in one of several landscapes.
import { hash } from '@heliograph/simulator/random.ts';

export const PICTURE = { width: 960, height: 640 } as const;

type Point = readonly [x: number, y: number];

const SKIES = [
  ['#8fc4ec', '#e6f3fb'],
  ['#7fb2de', '#fbe9cf'],
  ['#9fd0e4', '#f2f7ee'],
  ['#6fa8dc', '#d5e8f7'],
] as const;
const HILLS = [
  ['#9dbf86', '#7ca465'],
  ['#c2b27a', '#a4935a'],
  ['#8fb5a0', '#6c957d'],
  ['#b4c98a', '#8fae68'],
] as const;
const WALLS = ['#f4efe6', '#e9dccb', '#f2f2ef', '#ead2b8', '#dfe5e8'] as const;
const ROOFS = ['#8a4b3a', '#5c6670', '#6d4a3d', '#43505c'] as const;
const MODULE = '#16324f';

interface Drawn {
  /** Same key, same picture. */
  key: string;
  modules: number;
}

export function drawPlant({ key, modules }: Drawn): string {
  const pick = <T>(list: readonly T[], what: string): T => list[hash(key, what) % list.length]!;
  const wall = pick(WALLS, 'wall');
  const building = modules <= 4 ? balcony(wall, modules) : house(wall, pick(ROOFS, 'roof'), modules);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" viewBox="0 0 ${PICTURE.width} ${PICTURE.height}">
${landscape(key, pick(SKIES, 'sky'), pick(HILLS, 'hills'))}
${building}
${tree(60 + (hash(key, 'tree') % 70), 505, 0.9 + (hash(key, 'size') % 5) / 10)}${tree(890 - (hash(key, 'bush') % 40), 530, 0.8)}
</svg>`;
}

const polygon = (points: readonly Point[], fill: string, more = ''): string =>
  `<polygon points="${points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ')}" fill="${fill}"${more}/>`;
const box = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${more}/>`;

function landscape(
  key: string,
  [top, bottom]: readonly [string, string],
  [far, near]: readonly [string, string],
): string {
  // Beside the ridge, and within the part that pages cut out.
  const shift = hash(key, 'sun') % 120;
  const sunX = hash(key, 'side') % 2 === 0 ? 70 + shift : 890 - shift;
  const rise = 330 + (hash(key, 'hill') % 60);
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>
${box(0, 0, PICTURE.width, PICTURE.height, 'url(#sky)')}
<circle cx="${sunX}" cy="145" r="42" fill="#fff3c4"/><circle cx="${sunX}" cy="145" r="30" fill="#ffd86b"/>
<path d="M0 ${rise} Q 240 ${rise - 130} 480 ${rise - 10} T 960 ${rise - 40} V 640 H 0 Z" fill="${far}"/>
<path d="M0 470 Q 300 420 560 462 T 960 450 V 640 H 0 Z" fill="${near}"/>`;
}

const tree = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size})">${box(-6, -60, 12, 64, '#6b4f3a')}<circle cy="-92" r="46" fill="#4f7d4a"/><circle cx="-26" cy="-70" r="32" fill="#5b8b53"/><circle cx="24" cy="-66" r="30" fill="#467243"/></g>`;

/** Rows and columns of modules on a slope, at most five rows. */
function gridOf(modules: number): { rows: number; columns: number } {
  const rows = modules > 60 ? 5 : modules > 24 ? 4 : modules > 10 ? 3 : 2;
  return { rows, columns: Math.min(18, Math.ceil(modules / rows)) };
}

function house(wall: string, roof: string, modules: number): string {
  const { rows, columns } = gridOf(modules);
  const isHall = modules > 60;
  const left = isHall ? 90 : 200;
  const right = isHall ? 690 : 640;
  const eave = isHall ? 350 : 345;
  const height = 165;
  const slant = 95;
  const floor = 505;
  // A point of the slope; u runs along the eave, v up to the ridge.
  const at = (u: number, v: number): Point => [left - 20 + v * slant + u * (right - left + 40), eave - v * height];
  const gable: Point[] = [
    [right, eave],
    [right + slant - 5, eave - height + 8],
    [right + 175, eave - 18],
    [right + 175, floor - 22],
    [right, floor],
  ];
  const windows = Array.from({ length: isHall ? 6 : 4 }, (_, n) =>
    box(left + 40 + n * 102, 395, 54, 58, '#7fa3bd', ' stroke="#fff" stroke-width="5"'),
  );
  const modulesDrawn = Array.from({ length: Math.min(modules, rows * columns) }, (_, n) =>
    moduleAt(at, { row: Math.floor(n / columns), column: n % columns, rows, columns }),
  );
  return [
    polygon(gable, wall),
    polygon(gable, '#000', ' opacity="0.1"'),
    box(left, eave, right - left, floor - eave, wall),
    ...windows,
    box(right + 62, 410, 50, 82, '#6b4f3a'),
    polygon([at(0, 0), at(0, 1), at(1, 1), at(1, 0)], roof),
    ...modulesDrawn,
  ].join('');
}

type Cell = { row: number; column: number; rows: number; columns: number };

function moduleAt(at: (u: number, v: number) => Point, { row, column, rows, columns }: Cell): string {
  const gap = 0.004;
  const u = (n: number): number => 0.05 + (0.9 * n) / columns;
  const v = (n: number): number => 0.9 - (0.8 * n) / rows;
  const corners = [
    at(u(column) + gap, v(row) - 2 * gap),
    at(u(column + 1) - gap, v(row) - 2 * gap),
    at(u(column + 1) - gap, v(row + 1) + 2 * gap),
    at(u(column) + gap, v(row + 1) + 2 * gap),
  ];
  return polygon(corners, MODULE, ' stroke="#5d83a6" stroke-width="1.5"');
}

function balcony(wall: string, modules: number): string {
  const floors = [150, 300, 450].map((y) =>
    [300, 430, 560].map((x) => box(x, y - 70, 62, 84, '#7fa3bd', ' stroke="#fff" stroke-width="6"')).join(''),
  );
  const width = 320 / Math.max(2, modules);
  const panels = Array.from({ length: modules }, (_, n) =>
    box(300 + n * width, 322, width - 8, 92, MODULE, ' stroke="#5d83a6" stroke-width="3"'),
  );
  return [
    box(240, 40, 460, 480, wall),
    box(225, 28, 490, 20, '#6f7780'),
    ...floors,
    box(280, 406, 370, 16, '#6f7780'),
    box(284, 316, 6, 92, '#6f7780'),
    box(640, 316, 6, 92, '#6f7780'),
    ...panels,
  ].join('');
}
