// Retention: parts of blocks are dropped when they expire, day energies remain, and late reports for expired days are refused.
import { expect, test } from 'vitest';
import { makeDevice, makeSite } from '../../test/factories.ts';
import { storedSamples } from '../../test/readings.ts';
import { reportServer } from '../../test/reportServer.ts';
import { readingOfRow } from '../families/rows.ts';
import { ingestHistory } from '../ingest/ingestHistory.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { dropExpired, readRetainedFrom } from './retention.ts';
import { compactSampleDays } from './sealing.ts';

const { sql, context, clock } = await reportServer();
const months = (power?: number, grid?: number, inputs?: number) => ({
  ...context,
  config: { ...context.config, retentionMonths: { power, grid, inputs } },
});

/** Builds samples from noon to one o'clock of the given days, every five minutes: power, grid and an input. */
function columnsOf(days: readonly string[]) {
  const atMs = Float64Array.from(
    days.flatMap((day) => Array.from({ length: 13 }, (_, n) => Date.parse(`${day}T12:00:00Z`) + n * 300_000)),
  );
  const column = (value: number) => new Float64Array(atMs.length).fill(value);
  return {
    atMs,
    statusBits: new Int32Array(atMs.length),
    mode: new Int16Array(atMs.length),
    imported: new Uint8Array(atMs.length),
    values: {
      powerW: column(120),
      frequencyHz: column(50.01),
      input1VoltageV: column(33.3),
      gridPowerW: column(-40),
      l1PowerW: column(-20),
      string1CurrentA: column(3.3),
    },
  };
}

const days = ['2026-01-31', '2026-02-01', '2026-03-31', '2026-04-01', '2026-05-31', '2026-06-01'];
const partsOf = async (sid: string) =>
  (
    await sql<{ day: string; held: string }[]>`
      select day, concat_ws(' ', case when flow is not null then 'flow' end, case when grid is not null then 'grid' end,
        case when phases is not null then 'phases' end, case when inputs is not null then 'inputs' end,
        case when strings is not null then 'strings' end) as held
      from sample_blocks where sid = ${sid} order by day`
  ).map(({ day, held }) => `${day} ${held}`);
const energiesOf = (sid: string) =>
  sql`select day, energy_wh, samples from device_days where sid = ${sid} order by day`;

test('drops each part after its whole months and leaves day energies unchanged', async () => {
  clock.set(Date.parse('2026-06-15T12:00:00Z'));
  const sid = await makeSite(sql, { timezone: 'UTC' });
  const { sn } = await makeDevice(sql, { sid });
  await ingestHistory(context, [{ sn, columns: columnsOf(days) }]);
  const energies = await energiesOf(sid);
  expect(energies).toHaveLength(6);

  expect(await dropExpired(months())).toBe(0);
  expect(await dropExpired(months(undefined, 2, 3))).toBeGreaterThan(0);
  expect(await partsOf(sid)).toEqual([
    '2026-01-31 flow',
    '2026-02-01 flow',
    '2026-03-31 flow inputs strings',
    '2026-04-01 flow grid phases inputs strings',
    '2026-05-31 flow grid phases inputs strings',
    '2026-06-01 flow grid phases inputs strings',
  ]);
  expect(await dropExpired(months(4, 2, 3))).toBe(1);
  expect(await partsOf(sid)).toHaveLength(5);
  expect(await energiesOf(sid)).toEqual(energies);
  expect(await readRetainedFrom(sql)).toEqual({
    power: '2026-02-01',
    grid: '2026-04-01',
    inputs: '2026-03-01',
    done: true,
  });
  // Nothing to do: a longer retention restores nothing.
  expect(await dropExpired(months(12, 12, 12))).toBe(0);
});

test('ignores a late report for a dropped day and recomputes a retained day', async () => {
  const sid = await makeSite(sql, { timezone: 'UTC' });
  const { sn } = await makeDevice(sql, { sid });
  await ingestHistory(context, [{ sn, columns: columnsOf(days) }]);
  await dropExpired(months(4, 4, 4));
  const before = { samples: await storedSamples(sql, sid), days: await energiesOf(sid) };
  const late = (at: string) => readingOfRow({ gateway: sn, sn, at: new Date(at), quantities: { powerW: 500 } });
  await ingestReports(context, [late('2026-01-31T12:02:00Z')]);
  expect({ samples: await storedSamples(sql, sid), days: await energiesOf(sid) }).toEqual(before);
  await ingestReports(context, [late('2026-02-01T12:02:00Z')]);
  const after = await energiesOf(sid);
  expect(after.filter(({ day }) => day !== '2026-02-01')).toEqual(
    before.days.filter(({ day }) => day !== '2026-02-01'),
  );
  expect(after.find(({ day }) => day === '2026-02-01')!.samples).toBe(14);
});

test('drops expired parts of days that are sealed or imported later', async () => {
  const sid = await makeSite(sql, { timezone: 'UTC' });
  const { sn } = await makeDevice(sql, { sid });
  await ingestHistory(context, [{ sn, columns: columnsOf(['2025-12-24', '2026-03-31']) }]);
  expect(await partsOf(sid)).toEqual(['2026-03-31 flow inputs strings']);
  expect(await energiesOf(sid)).toHaveLength(2);
  clock.set(Date.parse('2026-07-20T12:00:00Z'));
  const at = new Date('2026-07-10T12:00:00Z');
  await ingestReports(context, [readingOfRow({ gateway: sn, sn, at, quantities: { frequencyHz: 50 } })]);
  await compactSampleDays(context);
  expect(await partsOf(sid)).toEqual(['2026-03-31 flow inputs strings', '2026-07-10 grid']);
});
