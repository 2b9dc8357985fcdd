// device/removeBlack: a device reports as before after its restriction is lifted.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, signedIn } = await testServer();

test('lets the owner lift their own restriction if the role allows it', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  await sql`
    insert into role_menus (role_id, menu_id)
    select r.id, m.id from roles r, menus m where r.code = 'owner' and m.name = 'DeviceRestrict'`;
  const token = await signedIn(owner.id);
  const { sn } = await makeDevice(sql, { sid: await makeSite(sql, { ownerId: owner.id }) });
  await ask('device/joinBlack', { sn, reason: 'sold' }, { token });
  await ask('device/removeBlack', { sn }, { token });
  const [number] = await sql`select restricted_at from serial_numbers where sn = ${sn}`;
  expect(number!.restrictedAt).toBeNull();
});
