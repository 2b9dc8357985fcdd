// webhook/test: queues a test message, at most sixty an hour; notifications/sendDeliveries.test.ts covers its delivery.
import { expect, test } from 'vitest';
import { startChannelServer } from '../../../test/channelServer.ts';
import { onOneDatabase } from '../../../test/cluster.ts';

const { ask, call, person, sql } = await startChannelServer();

test('queues a message for the user’s own webhook, with a rate limit', async () => {
  const [one, other] = [await person(), await person()];
  const { id } = one.webhook;
  const { deliveryId } = await ask('webhook/test', { id }, { token: one.token });
  expect(await sql`select id, event, about_sid from deliveries`).toEqual([
    { id: deliveryId, event: 'test', aboutSid: null },
  ]);
  expect((await call('webhook/test', { id }, { token: other.token })).code).toBe(1522);
  await sql`update tries set points = 60 where name = 'channelTests'`;
  expect((await call('webhook/test', { id }, { token: one.token })).code).toBe(1000);
  await ask('webhook/update', { id, isOn: false }, { token: one.token });
  expect((await call('webhook/test', { id }, { token: one.token })).code).toBe(1523);
});

onOneDatabase('it looks for who waits, on another node')(
  'refuses a webhook deleted at the same moment without a fault',
  async () => {
    const one = await person();
    let tried: Promise<{ code: number }> | undefined;
    await sql.begin(async (tx) => {
      await tx`delete from channels where id = ${one.webhook.id}`;
      tried = call('webhook/test', { id: one.webhook.id }, { token: one.token });
      for (let waits = 0; waits === 0; )
        waits = (
          await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length;
    });
    expect(await tried).toMatchObject({ code: 1486 });
  },
);
