// Sums of what problems lose: two problems of one device are one loss, two modules of a device are two, in every sum.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { updateRanks } from './updateProblems.ts';

const { ask, sql, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);

test('counts the loss of a device with two problems once, and that of each of its modules, wherever it is summed', async () => {
  const sid = await makeSite(sql, { companyId: user.companyId });
  const [one, other] = [await makeDevice(sql, { sid }), await makeDevice(sql, { sid })];
  const rows: [sn: string, code: string, input: number | null, level: number, weekWh: number | null][] = [
    [one.sn, '0040', null, 2, 3000],
    [one.sn, '0004', null, 3, 4000],
    [one.sn, 'deadModule', 1, 3, 500],
    [one.sn, 'weakModule', 2, 2, 200],
    [other.sn, 'silence', null, 3, null],
  ];
  for (const [sn, code, input, level, weekWh] of rows)
    await sql`
      insert into problems (sid, sn, code, opened_at, detail, cause, is_lead, level, week_wh, week_money, loss_basis, seen_by)
      select s.sid, ${sn}, ${code}, '2026-06-14T08:00:00Z', ${input === null ? null : JSON.stringify({ input: String(input) })}::text::jsonb,
        ${`${code} ${sn}`}, true, ${level}, ${weekWh}::float8, ${weekWh}::float8 / 5000, 'neighbours', s.seen_by
      from sites s where s.sid = ${sid}`;
  await sql.begin((tx) => updateRanks(tx, [sid]));
  expect(await sql`select problems, problem_rank from site_live where sid = ${sid}`).toEqual([
    { problems: 5, problemRank: 3e12 + 4700 },
  ]);
  const { weekKwh, weekMoney, unknown, worst } = await ask('problem/summary', {}, { token });
  expect([weekKwh, weekMoney, unknown]).toEqual([4.7, '0.94', 1]);
  expect(worst).toMatchObject([{ sid, weekKwh: 4.7, weekMoney: '0.94' }]);
  const { list } = await ask('problem/list', {}, { token });
  expect(list.map(({ siteWeekKwh }) => siteWeekKwh)).toEqual([4.7, 4.7, 4.7, 4.7, 4.7]);
});
