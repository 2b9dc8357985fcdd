// Which commands of a gateway are sent now, and when to look again.
import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { nextCommands, TURN_MS } from './nextCommands.ts';

const NOW = new Date('2026-11-26T10:00:00Z');
const at = (s: number): Date => new Date(NOW.getTime() + s * 1000);
const waiting = (id: string, more: Partial<Command> = {}): Command =>
  ({
    id,
    sn: id,
    gatewaySn: 'GW',
    action: 'write',
    state: 'approved',
    step: 'write',
    queuedAt: at(-300),
    startsAt: null,
    issuedAt: null,
    expiresAt: at(300),
    tries: 0,
    triedAt: null,
    ...more,
  }) as Command;
const sent = (id: string, s: number, more: Partial<Command> = {}): Command =>
  waiting(id, { state: 'issued', issuedAt: at(s), tries: 1, triedAt: at(s), ...more });
const next = (...commands: Command[]) => {
  const { ready, dueMs } = nextCommands(commands, { isBack: false, now: NOW });
  return [ready.map(({ id }) => id).join(' '), (dueMs - NOW.getTime()) / 1000];
};

test.each<[string, Command[], string, number]>([
  ['the first of two is sent', [waiting('b', { queuedAt: at(-200) }), waiting('a')], 'a', 3],
  ['one waits for the turn of another', [sent('a', -1), waiting('b')], '', 2],
  ['after the turn the next is sent, and the first again', [sent('a', -TURN_MS / 1000), waiting('b')], 'a b', 3],
  ['a command waits for the other one of its device', [sent('a', -21), waiting('b', { sn: 'a' })], 'a', 6],
  [
    'an update holds back all others while it is installed',
    [sent('a', -900, { action: 'update', state: 'accepted', triedAt: at(-5), tries: 9 }), waiting('b')],
    '',
    55,
  ],
  [
    'an unanswered update does not',
    [sent('a', -900, { action: 'update', triedAt: at(-5), tries: 9 }), waiting('b')],
    'b',
    3,
  ],
  ['a turn that a fast clock began is over', [sent('a', 3_600), waiting('b')], 'a b', 3],
  ['one that starts at sunrise does not start before', [waiting('a', { startsAt: at(30) })], '', 30],
  ['it holds back no other', [waiting('a', { startsAt: at(3_000) }), waiting('b', { queuedAt: at(-1) })], 'b', 3],
  ['it starts at sunrise', [waiting('a', { startsAt: at(0) })], 'a', 3],
  ['an expired one is not sent', [waiting('a', { expiresAt: at(0) }), waiting('b')], 'b', 3],
])('%s', (_, commands, ids, dueS) => {
  expect(next(...commands)).toEqual([ids, dueS]);
});
