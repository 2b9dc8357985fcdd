// Silences of imported histories: the same as those of live devices, whatever the order in which the samples arrive.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { columnsOf, every, MINUTE_MS, type ModelSample, type Plant, plantsOf, tell } from '../../test/sampleModel.ts';
import { testServer } from '../../test/testServer.ts';
import { ingestHistory } from './ingestHistory.ts';

const server = await testServer();
const { sql, context, clock } = server;
clock.set('2026-06-15T10:00:00Z');
const at = (time: string) => Date.parse(`2026-06-${time}Z`);
const samplesOf = (
  stepMinutes: number,
  times: readonly [from: string, to: string][],
  imported = false,
): ModelSample[] =>
  times.flatMap(([from, to]) =>
    every(stepMinutes * MINUTE_MS, at(from), at(to)).map((atMs) => ({
      atMs,
      statusBits: 0,
      mode: imported ? -1 : 6,
      imported,
      quantities: { powerW: 100 },
    })),
  );
const silencesOf = async ({ sid, sn }: Plant) =>
  await sql`select opened_at, closed_at, told from events where sid = ${sid} and sn = ${sn} and code = 'silence' order by opened_at`;
const importHistory = (plant: Plant, samples: readonly ModelSample[]) =>
  ingestHistory(context, [{ sn: plant.sn, columns: columnsOf(samples) }]);
/** The sun is up from 03:27 until 19:25 UTC. */
const DAYS: [string, string][] = [
  ['10T03:45:00', '10T09:00:00'],
  ['10T12:00:00', '10T19:10:00'],
  ['11T03:45:00', '11T19:10:00'],
];
const SILENCE = { openedAt: new Date(at('10T08:55:00')), closedAt: new Date(at('10T12:00:00')) };

test('opens and closes a silence for a gap in an imported history, without a notice, and none for the night', async () => {
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  await importHistory(plant, samplesOf(5, DAYS));
  expect(await silencesOf(plant)).toEqual([{ ...SILENCE, told: 2 }]);
});

test('finds the same silences in a history imported for a device that reports already', async () => {
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  await tell(context, plant, samplesOf(5, [['15T09:00:00', '15T10:00:00']]));
  await importHistory(plant, samplesOf(5, DAYS));
  expect((await silencesOf(plant))[0]).toEqual({ ...SILENCE, told: 2 });
  // The rest of the gap arrives, except half an hour of it.
  await importHistory(
    plant,
    samplesOf(5, [
      ['10T09:00:00', '10T10:30:00'],
      ['10T11:00:00', '10T12:00:00'],
    ]),
  );
  expect((await silencesOf(plant))[0]).toMatchObject({
    openedAt: new Date(at('10T10:25:00')),
    closedAt: new Date(at('10T11:00:00')),
  });
  await importHistory(plant, samplesOf(5, [['10T10:30:00', '10T11:00:00']]));
  expect((await silencesOf(plant))[0]).toMatchObject({ openedAt: new Date(at('11T19:05:00')) });
});

test('finds no silences between the hourly values of a file', async () => {
  const [plant] = (await plantsOf(sql, 1)) as [Plant];
  await importHistory(plant, samplesOf(60, [['10T04:00:00', '10T19:10:00']], true));
  expect(await silencesOf(plant)).toEqual([]);
  const [other] = (await plantsOf(sql, 1)) as [Plant];
  await importHistory(
    other,
    samplesOf(
      60,
      [
        ['10T04:00:00', '10T09:30:00'],
        ['10T13:00:00', '10T19:10:00'],
      ],
      true,
    ),
  );
  expect(await silencesOf(other)).toMatchObject([{ openedAt: new Date(at('10T09:00:00')) }]);
});

test('lowers the availability of a plant by a gap in its imported history', async () => {
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const plant = { ...(await makeDevice(sql, { sid })), model: new Map() };
  await importHistory(plant, samplesOf(5, DAYS));
  const report = await server.ask('site/report', { sid, from: '2026-06-10', to: '2026-06-10' }, { token });
  expect(report.availability.silentHours).toBe(3.1);
});
