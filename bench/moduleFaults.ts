// Claim: every fault of a module that the simulator plants is found, with its cause; none is invented in a year of healthy plants under clouds, snow and shade.
// `node bench/moduleFaults.ts --write` renews docs/develop/module-faults.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { healthyYear, PLANTED, playPlanted } from '../server/test/moduleFaults.ts';
import { finderTable } from '../server/test/plantedFinders.ts';

const cells = (row: readonly (string | number)[]): string => `| ${row.join(' | ')} |`;
const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [cells(head), cells(head.map(() => '---')), ...rows.map(cells)].join('\n');

const planted = PLANTED.map((row) => ({ row, ...playPlanted(row) }));
const faults = tableOf(
  ['Planted', 'On', 'From', 'Found', 'Days until told', 'Cause found', 'Modules with it', 'Invented beside it'],
  planted.map(({ row, found, missed, invented, days, causes, clipped }) => [
    row.what,
    row.plant,
    row.from,
    row.expected === null ? 'nothing, rightly' : missed === 0 ? 'yes' : `${found} of ${found + missed}`,
    days ?? '–',
    causes.join(', ') || (clipped > 0 ? `clipped on ${clipped} days` : '–'),
    found,
    invented,
  ]),
);
const years = healthyYear('2025-11-01');
const healthy = tableOf(
  [
    'Plant',
    'Modules',
    'Latitude',
    'Days judged',
    'Cold days',
    'Days with snow',
    'Clear days',
    'Least share of a module',
    'Invented',
  ],
  years.map((year) => [
    year.plant,
    year.modules,
    year.latitude,
    year.judged,
    year.cold,
    year.snowDays,
    year.clear,
    year.leastShare === null ? '–' : `${Math.round(year.leastShare * 100)} %`,
    year.invented,
  ]),
);
console.log(`${faults}\n\n${healthy}`);
const isKept = planted.every(({ missed, invented, isCauseRight }) => missed === 0 && invented === 0 && isCauseRight);
if (process.argv.includes('--write'))
  writeFileSync(
    join(import.meta.dirname, '../docs/develop/module-faults.md'),
    `# Faults of modules: planted and found

Written by \`node bench/moduleFaults.ts --write\`: the simulator's plants day by day, straight to the rules of \`server/src/rules/findings/\`,
which judge a day once it is over, as \`server/src/jobs/judgeModules.ts\` does. A part of it is a test (\`server/src/rules/findings/played.test.ts\`);
through the whole server, frames, reports, database and job, those of the demonstration are found, as the second table says, and swapped numbers of devices and of single modules in \`server/src/demo/swappedNumbers.test.ts\`.
"Days until told": local midnights between the fault's begin and the finding.

## Each fault

${faults}

## What is planted in the demonstration

Each kind on each of its plants, what tells it, and the test that shows it from what devices send to what is stored. Whoever plants another one names its finder in \`server/test/plantedFinders.ts\`, or these tests fail.

${finderTable()}

## A year of healthy plants

From 1 November 2025 on, with the demonstration's chimneys, neighbours and hills where they stand, clouds everywhere, and snow that falls on cold grey days,
lies until it thaws and slides off one module after the other. A place beyond the polar circle has a polar night and a polar day.

${healthy}

## What is not compared

Inputs with fewer than two others of their plant that face the same way (5 degrees) and are about as strong (10 %). Of those a dead one is still found by the plant's other inputs while the sun is over 10 degrees.
Weak is judged while the sun is over 20 degrees: north of some 47 degrees there are weeks in winter without such an hour. On days cold enough for snow nothing but a dead module is judged, and that on three days of three.
A module that gives less while its device gives all it may, as a small inverter beside large ones, is clipped on that day: its page says so with what it costs, and nothing is told. Where all neighbours clip alike nothing shows.
A device that gives nothing on all its inputs, with the voltage of modules without a load, is off: its status tells of it.
`,
  );
if (!isKept || years.some(({ invented }) => invented > 0)) {
  console.error('Not kept.');
  process.exit(1);
}
