// Tests that timed jobs continue when the server that runs them is frozen.
import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

test('runs timed work on one server at a time, and on another server when the first is frozen', async () => {
  const startedBy: number[] = [];
  const child = (n: number): Promise<ChildProcess> => {
    const forked = fork(resolve(import.meta.dirname, '../../test/queueServer.ts'), [server.databaseUrl]);
    children.push(forked);
    return new Promise((done) => {
      forked.on('message', (message) => (message === 'begins' ? startedBy.push(n) : done(forked)));
    });
  };
  const servers = await Promise.all([child(0), child(1)]);
  await expect.poll(() => startedBy.length, { interval: 10, timeout: 60_000 }).toBeGreaterThan(0);
  const holder = startedBy[0]!;
  servers[holder]!.kill('SIGSTOP');
  // Simulates that an hour has passed since its last heartbeat.
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = 'timed.long' and state = 'active'`;
  await expect.poll(() => startedBy.length, { interval: 10, timeout: 60_000 }).toBeGreaterThan(1);
  expect(startedBy).toEqual([holder, 1 - holder]);
  servers[holder]!.kill('SIGCONT');
  const [{ active }] = (await sql`
    select count(*) as active from pgboss.job where name = 'timed.long' and state = 'active'`) as unknown as [
    { active: number },
  ];
  expect(active).toBe(1);
});
