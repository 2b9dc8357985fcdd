// Incidents of events that ended before a problem was derived from them.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { updateChangedProblems } from './updateProblems.ts';

const { sql, clock, context } = await testServer();

test('stores the incidents of all brief events in one statement, as the plant is locked meanwhile', async () => {
  const user = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: user.companyId });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at, detail)
    select ${sid}, ${sn}, '0010', ${clock.now()}::timestamptz - n * interval '1 hour', ${clock.now()}::timestamptz - n * interval '1 hour' + interval '5 minutes',
      case when n = 1 then '{"input": "2"}'::jsonb end from generate_series(1, 30) g (n)`;
  await updateChangedProblems(context);
  // Rows of one statement have the same command number in their transaction.
  const [stored] = await sql`
    select count(*)::int as incidents, count(distinct i.cmin::text)::int as statements, count(distinct m.cmin::text)::int as of_events,
      bool_and(i.ended_at = i.opened_at + interval '5 minutes' and i.cause = '0010 ' || i.sn and i.level = 2 and i.devices = 1) as are_right,
      count(*) filter (where i.detail ->> 'input' = '2' and m.input = '2')::int as of_inputs
    from incidents i join incident_events m on m.sid = i.sid and m.incident_id = i.id and m.opened_at = i.opened_at where i.sid = ${sid}`;
  expect(stored).toEqual({ incidents: 30, statements: 1, ofEvents: 1, areRight: true, ofInputs: 1 });
  await updateChangedProblems(context);
  expect(await sql`select count(*)::int as n from incidents where sid = ${sid}`).toEqual([{ n: 30 }]);
});
