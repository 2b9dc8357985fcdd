// bdnz/three/echarts: a meter's chart as in device/statistics/echarts, with energies since midnight, by day, month and year.
import { expect, test } from 'vitest';
import { createReportingPlant, type Told } from '../../../../test/reportingPlant.ts';
import { runSiteJobs } from '../../../jobs/siteJobs/runSiteJobs.ts';

const { ask, asked, call, clock, context, count, device, expectRefusals, tell, token } = await createReportingPlant();
clock.set('2026-06-15T10:00:00Z');
const LINES = ['From grid', 'To grid'];

const meter = await device('Meter');
// Until noon of 15 June: 0.1 and 0.4 kWh an hour.
await count(meter.sn, 'meter', '2026-06-01', 14 * 24 + 12, { importWh: 100, exportWh: 400 } as object);

test('draws energies since midnight that rise with the counters and end at the figure of the day, on any day', async () => {
  const { flows } = await asked('device/statistics/overview/electricity', meter);
  const today = await asked('bdnz/three/echarts', { ...meter, types: 1, lines: LINES });
  expect(today.legend).toEqual(LINES);
  expect(today.series.map(({ unit }) => unit)).toEqual(['kWh', 'kWh']);
  const [fromGrid, toGrid] = today.series.map(({ data }) => data);
  expect([fromGrid![0], fromGrid![12], fromGrid![13], fromGrid![72], toGrid![72]]).toEqual([0, 0.1, null, 0.6, 2.4]);
  expect([fromGrid, toGrid].map((data) => data!.findLast((value) => value !== null))).toEqual(
    flows.map((flow) => flow.today.energy),
  );
  const yesterday = await asked('bdnz/three/echarts', { ...meter, types: 1, date: '2026-06-14', lines: LINES });
  expect(yesterday.series.map(({ data }) => data.findLast((value) => value !== null))).toEqual(
    flows.map((flow) => flow.yesterday.energy),
  );
  // A day whose aggregation starts from far before: for past days only the last state of each month is stored.
  await context.sql`update device_flows set carry = null where sn = ${meter.sn} and day < '2026-06-12'`;
  const early = await asked('bdnz/three/echarts', { ...meter, types: 1, date: '2026-06-10', lines: ['To grid'] });
  expect(early.legend).toEqual(['To grid']);
  expect(early.series[0]!.data.findLast((value) => value !== null)).toBe(9.6);
});

test('draws the same curve for a past day, from the last stored state or from the first sample', async () => {
  const old = await device('Meter');
  const rows = Array.from({ length: 6 * 96 }, (_, n): Told => {
    const at = new Date(Date.parse('2026-06-01T00:07:00+02:00') + n * 900_000).toISOString();
    return [at, { importWh: 1000 + n * 25, exportWh: 5000 + n * 100 }];
  });
  await tell(old.sn, 'meter', rows);
  const curve = () => asked('bdnz/three/echarts', { ...old, types: 1, date: '2026-06-05', lines: LINES });
  const before = await curve();
  // Energy between the last sample of the day before and the first one of this day.
  expect(before.series[1]!.data[1]).toBe(0.047);
  await context.sql`update device_flows set carry = null where sn = ${old.sn} and day < '2026-06-06'`;
  expect(await curve()).toEqual(before);
});

test('integrates power without counters, and keeps gaps', async () => {
  const plain = await device('Meter');
  const at = (minute: number) => new Date(Date.parse('2026-06-15T08:00:00Z') + minute * 60_000).toISOString();
  await tell(
    plain.sn,
    'meter',
    [0, 5, 10, 90, 95].map((minute) => [at(minute), { powerW: 1200 }]),
  );
  const { series } = await asked('bdnz/three/echarts', { ...plain, types: 1, lines: ['From grid'] });
  const from = 10 * 12;
  expect(series[0]!.data.slice(from, from + 4)).toEqual([0, 0.1, 0.2, null]);
  expect(series[0]!.data.slice(from + 18, from + 21)).toEqual([0.2, 0.3, null]);
  const { flows } = await asked('device/statistics/overview/electricity', plain);
  expect(flows[0]).toMatchObject({ flow: 'fromGrid', today: { energy: 0.3, source: 'integrated' } });
});

test('draws bars by day, month and year with the same figures and their provenance', async () => {
  const { flows } = await asked('device/statistics/overview/electricity', meter);
  const days = await asked('bdnz/three/echarts', { ...meter, types: 3, rangeDate: '2026-06-13~2026-06-16' });
  expect(days.legend).toEqual(LINES);
  expect(days.xAxisData).toEqual(['13/06/2026', '14/06/2026', '15/06/2026', '16/06/2026']);
  expect(days.series.map(({ data }) => data)).toEqual([
    [2.4, 2.4, 1.2, null],
    [9.6, 9.6, 4.8, null],
  ]);
  expect(days.flowProvenance[0]![1]).toEqual({ source: 'counted', completeness: 1 });
  const months = await asked('bdnz/three/echarts', { ...meter, types: 5, date: '2026' });
  expect(months.series.map(({ data }) => data[5])).toEqual(flows.map((flow) => flow.month.energy));
  const years = await asked('bdnz/three/echarts', { ...meter, types: 6, lines: ['To grid'] });
  expect([years.legend, years.xAxisData, years.series[0]!.data]).toEqual([
    ['To grid'],
    ['2026'],
    [flows[1]!.total.energy],
  ]);
});

test('draws other lines like device/statistics/echarts', async () => {
  const phases = await device('Meter');
  await tell(phases.sn, 'meter', [['2026-06-15T09:00:00Z', { powerW: -900, l1PowerW: -300, l1VoltageV: 231 }]]);
  for (const lines of [undefined, ['L1 Power', 'L1 Voltage']]) {
    const body = { ...phases, types: 1 as const, lines };
    const {
      peak: _,
      bands: __,
      finestMin: ___,
      expected: ____,
      ...same
    } = await asked('device/statistics/echarts', body);
    expect(await asked('bdnz/three/echarts', body)).toEqual({ ...same, flowProvenance: [] });
  }
  for (const lines of [['L9 Power'], ['From grid', 'L1 Power']])
    expect(await call('bdnz/three/echarts', { ...phases, types: 1, lines }, { token })).toMatchObject({ code: 400 });
});

test('draws power and energies reversed from the day of a reversed installation', async () => {
  const wrong = await device('Meter');
  for (const day of ['2026-06-13', '2026-06-14']) {
    const at = (minute: number) => new Date(Date.parse(`${day}T10:00:00Z`) + minute * 60_000).toISOString();
    await tell(
      wrong.sn,
      'meter',
      [0, 5].map((minute) => [at(minute), { powerW: 1200, l1CurrentA: 5, l1VoltageV: 230 }]),
    );
  }
  await ask('device/meter/setUp', { ...wrong, list: [{ validFrom: '2026-06-14', reversed: true }] }, { token });
  await runSiteJobs(context);
  const drawn = async (date: string, lines: string[]) => {
    const { series } = await asked('bdnz/three/echarts', { ...wrong, types: 1, date, lines });
    return series.map(({ name, data }) => [name, data[144], data[145]]);
  };
  const lines = ['Grid Power', 'L1 Current', 'L1 Voltage'];
  expect(await drawn('2026-06-13', ['Grid Power'])).toEqual([['Grid Power', 1200, 1200]]);
  expect(await drawn('2026-06-14', lines)).toEqual([
    ['Grid Power', -1200, -1200],
    ['L1 Voltage', 230, 230],
    ['L1 Current', -5, -5],
  ]);
  expect(await drawn('2026-06-13', LINES)).toEqual([
    ['From grid', 0, 0.1],
    ['To grid', 0, 0],
  ]);
  expect(await drawn('2026-06-14', LINES)).toEqual([
    ['From grid', 0, 0],
    ['To grid', 0, 0.1],
  ]);
});

test('refuses other kinds of devices, inaccessible meters, and reversed, too long and future ranges', async () => {
  await expectRefusals('bdnz/three/echarts', 'Meter', { types: 1 });
  const range = { ...meter, types: 3 as const };
  expect(await call('bdnz/three/echarts', { ...range, rangeDate: '2026-06-02~2026-06-01' }, { token })).toMatchObject({
    code: 1017,
  });
  expect(await call('bdnz/three/echarts', { ...range, rangeDate: '1990-01-01~2026-06-01' }, { token })).toMatchObject({
    code: 1016,
  });
  for (const types of [1, 3] as const)
    expect(await call('bdnz/three/echarts', { ...meter, types, date: '2199-01-01' }, { token })).toMatchObject({
      code: 1440,
    });
});
