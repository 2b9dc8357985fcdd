// user/invitation: details of a link while it is valid.
import { expect, test } from 'vitest';
import { inviter } from '../../../test/inviter.ts';
import { sendMails } from '../../notifications/sendMails.ts';

const { ask, call, clock, context, inviting, mailed, token } = await inviter();

test('invalidates a link by a newer one, withdrawal or expiry, and sends no mail of it', async () => {
  await ask('user/create', inviting('twice@example.com'), { token });
  const first = await mailed();
  const reinvited = await ask('user/create', inviting('twice@example.com', { contactPerson: 'Ida Two' }), { token });
  const second = await mailed();
  expect((await call('user/invitation', { token: first })).code).toBe(1463);
  expect((await ask('user/invitation', { token: second })).email).toBe('twice@example.com');
  await ask('user/del', { invitationId: reinvited.invitationId }, { token });
  expect((await call('user/invitation', { token: second })).code).toBe(1463);
  expect((await call('user/del', { invitationId: reinvited.invitationId }, { token })).code).toBe(1453);
  await ask('user/create', inviting('late@example.com'), { token });
  clock.forward(15 * 86_400);
  expect(await sendMails(context)).toBe(0);
});
