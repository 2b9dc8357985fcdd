// gateway/bsg/server: calls that wait for a device hold no database connection.
import { expect, test } from 'vitest';
import { createGatewayPlant } from '../../../../test/gatewayPlant.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql, ask } = server;
const plant = await createGatewayPlant(server);
const { sid, first } = plant;
const commands = async () => (await sql<{ n: number }[]>`select count(*)::int as n from commands`)[0]!.n;

test('answers other calls while forty wait for their devices', async () => {
  const plants = [];
  for (let n = 0; n < 40; n++) plants.push(await createGatewayPlant(server));
  const before = await commands();
  const waiting = Promise.all(
    plants.map((one) => ask('gateway/bsg/server', { sid: one.sid, sn: one.sn, waitS: 15 }, one.first)),
  );
  await expect.poll(commands, { timeout: 20_000 }).toBe(before + 40);
  // The pool of the test has fewer connections than there are waiting calls.
  const winner = await Promise.race([ask('site/detail', { sid }, first).then(() => 'answered'), waiting]);
  expect(winner).toBe('answered');
  expect((await waiting).every(({ command }) => command.state === 'approved')).toBe(true);
}, 60_000);
