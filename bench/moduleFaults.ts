// Claim: every module fault that the simulator plants is detected with its cause, and a year of healthy plants under clouds, snow and shade raises no false alarm.
// `node bench/moduleFaults.ts --write` regenerates docs/develop/module-faults.md. It takes about three minutes on an idle core.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chimneyRows, faultRows, healthyRows } from '../server/test/climates/report.ts';
import { healthyYear, PLANTED, playPlanted } from '../server/test/moduleFaults.ts';
import { finderTable } from '../server/test/plantedFinders.ts';

const cells = (row: readonly (string | number)[]): string => `| ${row.join(' | ')} |`;
const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [cells(head), cells(head.map(() => '---')), ...rows.map(cells)].join('\n');

const planted = PLANTED.map((row) => ({ row, ...playPlanted(row) }));
const faults = tableOf(
  ['Planted', 'Plant', 'From', 'Found', 'Days to detection', 'Cause found', 'Modules found', 'False alarms'],
  planted.map(({ row, found, missed, invented, days, causes, clipped }) => [
    row.what,
    row.plant,
    row.from,
    row.expected === null ? 'none, as expected' : missed === 0 ? 'yes' : `${found} of ${found + missed}`,
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
    'Days evaluated',
    'Cold days',
    'Days with snow',
    'Clear days',
    'Lowest share of a module',
    'False alarms',
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
const SEED = 1;
const climateRows = healthyRows(SEED);
const climates = tableOf(
  ['Climate', 'Plant-years', 'Cold days a year', 'Days a year evaluated', 'False alarms'],
  climateRows,
);
const climateFaultRows = faultRows(SEED);
const climateFaults = tableOf(
  [
    'Fault',
    'Climate',
    'Goal, days',
    'In time, November to February',
    'Median days',
    'Late with fewer than 3 days to judge',
    'Not in 60 days',
    'In time, March to October',
    'Median days',
    'Late with fewer than 3 days to judge',
    'Not in 60 days',
    'False alarms',
  ],
  climateFaultRows,
);
const chimneyRuns = chimneyRows(SEED);
const chimneys = tableOf(
  ['Climate', 'Built on', 'Days to detection', 'Findings', 'False alarms on other modules'],
  chimneyRuns,
);
console.log(`${climates}\n\n${climateFaults}\n\n${chimneys}\n`);
console.log(`${faults}\n\n${healthy}`);
const passed = planted.every(({ missed, invented, isCauseRight }) => missed === 0 && invented === 0 && isCauseRight);
if (process.argv.includes('--write'))
  writeFileSync(
    join(import.meta.dirname, '../docs/develop/module-faults.md'),
    `# Module faults: planted and detected

This page shows which faults of modules the simulator plants and how the portal detects them. \`node bench/moduleFaults.ts --write\` generates it.

The first table plays the simulator's plants day by day against the rules of \`server/src/problems/modules/rules/\`, which evaluate a day once it is over (\`server/src/problems/modules/judgeModules.ts\`).
\`server/src/problems/modules/rules/played.test.ts\` repeats a part of it as a test. \`server/src/demo/swappedNumbers.test.ts\` sends swapped serial numbers through the whole server.
"Days to detection" counts local midnights between the start of the fault and the finding.

## Each fault

${faults}

## Faults planted in the demonstration

Each fault of the demonstration fleet, its result in the portal, and the test that checks it from the device's message to the database. If you plant another fault, add it to \`server/test/plantedFinders.ts\`; the tests demand it.

${finderTable()}

## A year of healthy plants

From 1 November 2025, with the obstacles of the demonstration's plants (chimneys, buildings, hills), clouds everywhere, and snow that falls on cold grey days,
stays until it thaws and slides off one module after another. One plant lies beyond the polar circle, with polar night and polar day.

${healthy}

## Five climates

Random plants of one or two roof faces, whose modules differ a little, with houses and trees that shade some modules in low sun, fog, frost, and snow that melts and slides off each module
at its own time, in whole or leaving its lower part (\`server/test/climates/\`). The plants are the same on every machine.
\`server/test/climates/climates.test.ts\` repeats a part as a test.

Healthy plants, each for a year:

${climates}

Faults on one module, four in each month of the year, played for 60 days. False alarms are findings on other modules, or before the fault:

${climateFaults}

A fault is judged on days with enough light and with at least six in ten of the plant's other modules free of snow. With fewer than three such days within the goal, it cannot be distinguished from a passing shadow.
In Oslo's winter most plants are covered for weeks, or the sun stands below 8°: faults are found when the plant is free again. Elsewhere snow lay on the plant when each weak module found late began, or fell the day after; then it takes seven days to rule it out.
Dead modules that begin under snow take longest, as a heap of snow looks the same; there is no goal for them but that of half a string.

A chimney that shades a module while the sun is below its top. It stands for 420 days and is then removed; one finding is right. Built in spring, it may be found when the sun is low enough again.
The second one in Nairobi stands east of a module that faces north-west, and takes less than the fifth that makes a module weak:

${chimneys}

## Limits

- A module is compared with at least two other inputs of its plant that have the same orientation (within 5°) and similar strength (within 10 %). With fewer, only a dead module is detected, by the plant's other inputs while the sun is above 10°.
- A weak module is evaluated while the sun is above 20°. On days without an hour of such sun it is evaluated in diffuse light, in the half of the quarter hours in which it does best, as nothing casts a shadow then. Shade is not detected on such days.
- Snow is possible on days on which a device was below 8 °C, and on the four days after. Of these days only those are evaluated on which at least six in ten modules of the plant's other devices are equal.
- A module that was sound and has been weak or dead since is reported after three days if the plant shows no snow in between: on each day at least 85 % of the other modules are equal, or produce in too little light to compare.
- After snow, a weak module is reported after seven evaluated days on which its share differs by at most 5 %, and a dead module after 28. A thaw ends the wait: three days on which no snow is possible.
- A whole roof face is compared with others only on days on which no snow is possible.
- Shade ends when a module equals its neighbours on three days in the half hours in which it was shaded, with the sun at most as high as then and about as bright. In the months in which the sun passes above the obstacle the finding stays open.
- A module that produces less because its device is at its limit, such as a small inverter beside large ones, counts as clipped. Its page shows the loss; there is no alert. If all neighbours clip equally, nothing shows.
- A device whose inputs all produce nothing at open-circuit voltage is off: its status shows it.
`,
  );
const isFalseAlarm = (row: readonly (string | number)[]) => row.at(-1) !== 0;
const falseAlarms = [...climateRows, ...climateFaultRows, ...chimneyRuns].filter(isFalseAlarm);
if (!passed || years.some(({ invented }) => invented > 0) || falseAlarms.length > 0) {
  console.error('A fault was missed, or a false alarm raised.');
  process.exit(1);
}
