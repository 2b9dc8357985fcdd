// Compacts limits of a rule into days: each is counted once, limits set by users stay, and limits a device may still hold are not lost.
import { expect, test } from 'vitest';
import { makeChild } from '../../../test/gatewayPlant.ts';
import { startLimitRuleServer } from '../../../test/limitRuleServer.ts';
import { connect } from '../../platform/database/connect.ts';
import { compactLimitHistory } from './compactHistory.ts';

const server = await startLimitRuleServer();
const { sql, ask, context, clock, createPlant } = server;

interface LimitRow {
  at: string;
  percent: number;
  state?: string;
  by?: 'change' | 'renewal' | null;
  isSent?: boolean;
  sn?: string;
}

test('the limits of each device-day are compacted into one row after four days, and the command list shows the summary', async () => {
  clock.set('2026-06-21T12:00:00Z');
  const { sid, sn, inverter, owning } = await createPlant();
  const other = await makeChild(sql, { sid, gateway: sn });
  const insertLimit = async ({
    at,
    percent,
    state = 'readBack',
    by = 'change',
    isSent = true,
    sn: device = inverter,
  }: LimitRow) => {
    const value = JSON.stringify({ limitPercent: percent });
    await sql`
      insert into commands (sid, id, gateway_sn, sn, action, parameters, read_back, state, step, asked_at, queued_at, issued_at, ended_at,
        valid_s, expires_at, by_rule)
      values (${sid}, gen_random_uuid(), ${sn}, ${device}, 'limit', ${value}::text::jsonb, ${state === 'readBack' ? value : null}::text::jsonb,
        ${state}, 'read', ${at}, ${at}, ${isSent ? at : null}, ${at}, 300, ${at}, ${by})`;
  };
  // In Berlin, the 15th ends at 22:00 UTC.
  await insertLimit({ at: '2026-06-15T08:00:00Z', percent: 60 });
  await insertLimit({ at: '2026-06-15T09:00:00Z', percent: 60, by: 'renewal' });
  await insertLimit({ at: '2026-06-15T10:00:00Z', percent: 20 });
  await insertLimit({ at: '2026-06-15T10:30:00Z', percent: 90, by: null });
  await insertLimit({ at: '2026-06-15T20:00:00Z', percent: 35, state: 'expired' });
  await insertLimit({ at: '2026-06-15T20:30:00Z', percent: 50, state: 'failed', isSent: false });
  await insertLimit({ at: '2026-06-15T22:30:00Z', percent: 70 });
  await insertLimit({ at: '2026-06-15T08:00:00Z', percent: 45, by: 'renewal', sn: other });
  await insertLimit({ at: '2026-06-18T12:00:00Z', percent: 80, by: 'renewal' });
  const list = async (renewals = true) =>
    (await ask('gateway/commands/list', { sid, filters: { renewals } }, owning)).list.map(
      ({ sn: device, byRule, changes, standsFor, state }) => [device, byRule, changes[0]!.wanted, state, standsFor],
    );
  const second = connect(server.databaseUrl, { max: 2 });
  await Promise.all([compactLimitHistory(context), compactLimitHistory({ ...context, sql: second })]);
  await second.end({ timeout: 1 });
  const compacted = await list();
  expect(compacted).toEqual([
    [inverter, 'renewal', 80, 'readBack', null],
    [inverter, 'change', 70, 'readBack', { commands: 1, changes: 1, failed: 0, least: 70, most: 70 }],
    [inverter, 'change', 35, 'expired', { commands: 4, changes: 3, failed: 1, least: 20, most: 60 }],
    [inverter, null, 90, 'readBack', null],
    [other, 'change', 45, 'readBack', { commands: 1, changes: 0, failed: 0, least: 45, most: 45 }],
  ]);
  expect(await list(false)).toEqual(compacted.slice(1));
  // A limit that ended later is added to its day.
  await insertLimit({ at: '2026-06-15T12:00:00Z', percent: 5 });
  expect(await compactLimitHistory(context)).toBe(1);
  expect(await compactLimitHistory(context)).toBe(0);
  expect((await list())[2]).toEqual([
    ...[inverter, 'change', 35, 'expired'],
    { commands: 5, changes: 4, failed: 1, least: 5, most: 60 },
  ]);
});
