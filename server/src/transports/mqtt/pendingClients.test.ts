// Who waits for a plant: places in all and of one source, and numbers that nobody has heard of come slowly.
import { describe, expect, test } from 'vitest';
import { openWaitingRoom } from './pendingClients.ts';

const ROUND = Array.from({ length: 500 }, (_, n) => n);

describe('the waiting room', () => {
  test('has 500 places for one source; each that leaves makes room for another', () => {
    const room = openWaitingRoom();
    for (const n of ROUND) expect(room.enter(`HEARD${n}`, 'here', true)).toBe(true);
    expect(room.enter('HEARD500', 'here', true)).toBe(false);
    expect(room.enter('HEARD500', 'there', true)).toBe(true);
    room.leave('here');
    expect(room.enter('HEARD500', 'here', true)).toBe(true);
    expect(room.enter('HEARD501', 'here', true)).toBe(false);
  });

  test('has 10,000 places in all', () => {
    const room = openWaitingRoom();
    for (let source = 0; source < 20; source++)
      for (const n of ROUND) expect(room.enter(`HEARD${n}`, `source ${source}`, true)).toBe(true);
    expect(room.enter('HEARD500', 'another', true)).toBe(false);
    room.leave('source 3');
    expect(room.enter('HEARD500', 'another', true)).toBe(true);
    expect(room.enter('HEARD501', 'another', true)).toBe(false);
  });

  test('lets a source bring up 500 numbers that nobody has heard of, each counted once, and those that are heard besides', () => {
    const room = openWaitingRoom();
    const visits = (sn: string, source: string, isHeard = false): boolean => {
      const isIn = room.enter(sn, source, isHeard);
      if (isIn) room.leave(source);
      return isIn;
    };
    for (const n of ROUND) expect(visits(`NEW${n}`, 'here')).toBe(true);
    for (const n of ROUND) expect(visits(`NEW${n}`, 'here')).toBe(true);
    expect(visits('NEW500', 'here')).toBe(false);
    expect(visits('HEARD', 'here', true)).toBe(true);
    expect(visits('NEW501', 'there')).toBe(true);
  });
});
