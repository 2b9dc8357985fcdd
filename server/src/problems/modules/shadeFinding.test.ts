// The shade of an obstacle from samples through the job to one finding: it stays open while the sun passes above the obstacle.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { judgedPlant } from '../../../test/judgedPlant.ts';
import { testServer } from '../../../test/testServer.ts';
import { judgeModules } from './judgeModules.ts';

const server = await testServer();
const { sql, context, clock, ask } = server;
const user = await makeUser(sql);

test('shade is one finding through June, and closes in autumn when the obstacle is gone', async () => {
  clock.set('2026-04-09T23:00:00Z');
  const { sid, one, day } = await judgedPlant(sql, user.companyId);
  const judge = async (dates: readonly string[], shade: number) => {
    for (const date of dates)
      await day(date, (sn, input, hour) => (sn === one && input === 2 && hour >= 9 && hour < 13 ? shade : 0.8));
    clock.set(`${dates.at(-1)}T23:30:00Z`);
    await judgeModules(context);
    // Signs in again, as months pass.
    const token = await server.signedIn(user.id);
    const { list } = await ask('device/modules/findings', { sid, sn: one, input: 2 }, { token });
    return list.map(({ kind, cause, sinceIso }) => [kind, cause, sinceIso?.slice(0, 10)]);
  };
  const found = [['weak', 'shade', '2026-04-11']];
  expect(await judge(['2026-04-10'], 0.8)).toEqual([]);
  expect(await judge(['2026-04-11', '2026-04-12', '2026-04-13'], 0.1)).toEqual(found);
  const [stored] = await sql<{ shaded: number[][] }[]>`select shaded from module_findings where sid = ${sid}`;
  expect(stored!.shaded.length).toBeGreaterThanOrEqual(7);
  expect(await judge(['2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13'], 0.8)).toEqual(found);
  expect(await judge(['2026-09-01', '2026-09-02'], 0.8)).toEqual(found);
  expect(await judge(['2026-09-03'], 0.8)).toEqual([]);
  const events = await sql`select closed_at from events where sid = ${sid} and code = 'weakModule'`;
  expect(events).toEqual([{ closedAt: expect.any(Date) }]);
});
