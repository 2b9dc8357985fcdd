// Status bits open and close events, independent of the order in which samples arrive.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BitEvent, eventChanges, republishEvents, type StatusSample } from './events.ts';

const samplesOf = (words: number[]): StatusSample[] =>
  words.map((statusBits, index) => ({ atMs: index * 1000, statusBits }));

describe('events of status words', () => {
  it.each<[string, number, number[], string[]]>([
    ['without a change', 0, [0, 0], []],
    ['one bit that is set and cleared', 0, [0x20, 0x20, 0], ['+0020@0', '-0020@2000']],
    ['one bit that replaces another', 4, [0x8000], ['-0004@0', '+8000@0']],
    ['two bits at once', 0, [0x8001], ['+0001@0', '+8000@0']],
    ['a bit that was set before', 1, [1, 1], []],
  ])('are opened and closed for %s', (_, before, words, expected) => {
    const changes = eventChanges(before, samplesOf(words)).map(
      ({ code, atMs, opens }) => `${opens ? '+' : '-'}${code}@${atMs}`,
    );
    expect(changes).toEqual(expected);
  });
});

const sorted = (events: BitEvent[]) =>
  events.toSorted((left, right) => left.code.localeCompare(right.code) || left.openedAtMs - right.openedAtMs);

/** Recomputes the stretch between a late sample's neighbours, as ingest does. */
function addLate(stored: StatusSample[], events: BitEvent[], late: StatusSample): BitEvent[] {
  const before = stored.findLast((sample) => sample.atMs < late.atMs) ?? null;
  const next = stored.find((sample) => sample.atMs > late.atMs);
  const fromMs = before?.atMs ?? -Infinity;
  const toMs = next?.atMs ?? late.atMs;
  const touches = (event: BitEvent) =>
    event.openedAtMs <= toMs && (event.closedAtMs === null || event.closedAtMs > fromMs);
  const recomputed = republishEvents(before, next ? [late, next] : [late], events.filter(touches));
  return [...events.filter((event) => !touches(event)), ...recomputed];
}

test('any order of arrival gives the same events as all samples together', () => {
  const words = fc.array(fc.constantFrom(0, 1, 4, 5, 0x20), { minLength: 1, maxLength: 12 });
  const shuffled = words.chain((list) => {
    const samples = samplesOf(list);
    return fc.tuple(fc.constant(samples), fc.shuffledSubarray(samples, { minLength: samples.length }));
  });
  fc.assert(
    fc.property(shuffled, ([samples, arrivals]) => {
      const whole = republishEvents(null, samples, []);
      let events: BitEvent[] = [];
      const stored: StatusSample[] = [];
      for (const sample of arrivals) {
        events = addLate(stored, events, sample);
        stored.push(sample);
        stored.sort((left, right) => left.atMs - right.atMs);
      }
      expect(sorted(events)).toEqual(sorted(whole));
    }),
  );
});
