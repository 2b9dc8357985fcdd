// Figures that a wrong measurement makes doubtful: the overview, the sums of a period and the report name the same ones.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { makeDay } from '../../test/readings.ts';
import { testServer } from '../../test/testServer.ts';
import { updateChangedProblems } from './updateProblems.ts';

const { ask, sql, signedIn, clock, context } = await testServer();
clock.set('2026-06-15T10:00:00Z');
const user = await makeUser(sql);
const token = await signedIn(user.id);

async function marksOf(sid: string) {
  await updateChangedProblems(context);
  const [overview, sums, report] = await Promise.all([
    ask('site/overview', { sid }, { token }),
    ask('site/statistics/date', { sid, types: 2, date: '2026-06-01' }, { token }),
    ask('site/report', { sid, from: '2026-06-01', to: '2026-06-15' }, { token }),
  ]);
  return [overview, sums, report].map(({ doubtful }) => doubtful.map(({ figure, code }) => `${code} ${figure}`));
}

test('marks the figures of a reversed grid meter on every page, acknowledged or not, until it is turned', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-10', energyWh: 1600 });
  expect(await marksOf(sid)).toEqual([[], [], []]);
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'reversedGrid', '2026-06-12T08:00:00Z')`;
  const marks = ['reversedGrid grid', 'reversedGrid home', 'reversedGrid money'];
  expect(await marksOf(sid)).toEqual([marks, marks, marks]);
  await sql`update events set acknowledged_at = now() where sid = ${sid}`;
  await sql`delete from problems where sid = ${sid}`;
  expect(await marksOf(sid)).toEqual([marks, marks, marks]);
  await sql`update events set closed_at = now() where sid = ${sid}`;
  expect(await marksOf(sid)).toEqual([[], [], []]);
});

test('names the problem behind a mark in the language of the reader', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'wrongDayCounter', '2026-06-12T08:00:00Z')`;
  await updateChangedProblems(context);
  const { doubtful, problems } = await ask('site/overview', { sid }, { token });
  expect(doubtful).toEqual([{ figure: 'production', code: 'wrongDayCounter', title: problems[0]!.title }]);
});

test('marks the performance ratio while an irradiance sensor is stuck', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid, product: 'Sensor' });
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, 'stuckSensor', '2026-06-12T08:00:00Z')`;
  const marks = ['stuckSensor performanceRatio'];
  expect(await marksOf(sid)).toEqual([marks, marks, marks]);
});
