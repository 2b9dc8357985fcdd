// Nudges of a process: to the streams of their subject alone, once a second at most, and again for streams that open later.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Session } from '../context.ts';
import { rolloutChannel } from '../firmware/rollouts/accessibleRollouts.ts';
import { createSubscriptions } from './liveSubscriptions.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  // Not at zero, which would be "never".
  vi.advanceTimersByTime(1);
});
afterEach(() => {
  vi.useRealTimers();
});

function streamOf(...subjects: string[]) {
  const written: string[] = [];
  const session = { id: 1 } as Session;
  const stream = {
    session,
    subjects: new Set(subjects),
    rightsVersion: '',
    write: (text: string) => void written.push(text.trim()),
    end: () => {},
  };
  return { stream, written };
}

test('a nudge reaches the streams of its subject alone, by the name that a page knows', () => {
  const subscriptions = createSubscriptions();
  const [mine, other] = [streamOf('DE_1', rolloutChannel('a-roll-out')), streamOf('DE_2')];
  for (const { stream } of [mine, other]) subscriptions.add(stream);
  subscriptions.publish('DE_1');
  subscriptions.publish(rolloutChannel('a-roll-out'));
  expect(mine.written).toEqual(['data: {"sid":"DE_1"}', 'data: {"rollout":"a-roll-out"}']);
  expect(other.written).toEqual([]);
});

test('a subject that changes all the time is published at once and then once a second', () => {
  const subscriptions = createSubscriptions();
  const { stream, written } = streamOf('DE_1');
  subscriptions.add(stream);
  for (let n = 0; n < 5; n++) subscriptions.publish('DE_1');
  expect(written).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(written).toHaveLength(2);
  vi.advanceTimersByTime(10_000);
  expect(written).toHaveLength(2);
});

test('a stream that opens later gets the nudges of the time it missed, and none that are older', () => {
  const subscriptions = createSubscriptions();
  subscriptions.publish('DE_1');
  vi.advanceTimersByTime(5_000);
  const { stream, written } = streamOf('DE_1', 'DE_2');
  subscriptions.add(stream);
  for (const ageMs of [0, 4_999, -1, Number.NaN]) subscriptions.replay(stream, ageMs);
  expect(written).toEqual([]);
  subscriptions.replay(stream, 5_001);
  expect(written).toEqual(['data: {"sid":"DE_1"}']);
  vi.advanceTimersByTime(30_000);
  subscriptions.replay(stream, 1_000_000);
  expect(written).toHaveLength(1);
});

test('a removed stream gets nothing more and is removed once', () => {
  const subscriptions = createSubscriptions();
  const { stream, written } = streamOf('DE_1');
  subscriptions.add(stream);
  expect([subscriptions.remove(stream), subscriptions.remove(stream)]).toEqual([true, false]);
  subscriptions.publish('DE_1');
  expect(written).toEqual([]);
  expect([subscriptions.streams.size, subscriptions.subscribersOf('DE_1').size]).toEqual([0, 0]);
});
