// device/ownership: states of the plant's claims, and its devices with withheld reports.
import { expect, test } from 'vitest';
import { makeDevice, makeOwnershipClaim, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, signedIn } = await testServer();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const sid = await makeSite(sql, { companyId: installer.companyId });

test('lists claims with their decision, and the first of the withheld reports', async () => {
  const id = await makeOwnershipClaim(sql, { sid, sn: '7EFFFF11' });
  await sql`
    update ownership_claims set decided_at = '2026-01-02', accepted = false, decision = 'No label' where id = ${id}`;
  await sql`update ownership_claims set claimed_at = '2025-12-01' where id = ${id}`;
  await makeOwnershipClaim(sql, { sid, sn: '7EFFFF12' });
  const { sn } = await makeDevice(sql, { sid });
  const foreign = await makeDevice(sql);
  for (const [number, at] of [
    [sn, '2026-01-03T10:00:00Z'],
    [sn, '2026-01-04T10:00:00Z'],
    [foreign.sn, '2026-01-04T10:00:00Z'],
  ] as const)
    await sql`insert into raw_reports (sn, received_at, path, body, reason) values (${number}, ${at}, '/i.php', '\\x00', 'unconfirmed')`;
  const { list, withheld } = await ask('device/ownership', { sid }, { token });
  expect(list.map(({ sn: claimed, state, decision }) => [claimed, state, decision])).toEqual([
    ['7EFFFF12', 'open', ''],
    ['7EFFFF11', 'rejected', 'No label'],
  ]);
  expect(withheld).toEqual([{ sn, reports: 2, sinceIso: '2026-01-03T11:00:00+01:00' }]);
});

test('shows guests none', async () => {
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  const token = await signedIn(guest.id);
  expect(await ask('device/ownership', { sid }, { token })).toEqual({ list: [], contested: [], withheld: [] });
});
