// Bits open and close events; the order in which samples arrive changes nothing.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BitEvent, eventChanges, republishEvents, type StatusSample } from './events.ts';

const samplesOf = (words: number[]): StatusSample[] =>
  words.map((statusBits, index) => ({ atMs: index * 1000, statusBits }));

describe('changes of the status word', () => {
  it.each<[string, number, number[], string[]]>([
    ['nothing', 0, [0, 0], []],
    ['one bit comes and goes', 0, [0x20, 0x20, 0], ['+0020@0', '-0020@2000']],
    ['one replaces another', 4, [0x8000], ['-0004@0', '+8000@0']],
    ['two at once', 0, [0x8001], ['+0001@0', '+8000@0']],
    ['was set before', 1, [1, 1], []],
  ])('%s', (_, before, words, expected) => {
    const told = eventChanges(before, samplesOf(words)).map(
      ({ code, atMs, opens }) => `${opens ? '+' : '-'}${code}@${atMs}`,
    );
    expect(told).toEqual(expected);
  });
});

const sorted = (events: BitEvent[]) =>
  events.toSorted((left, right) => left.code.localeCompare(right.code) || left.openedAtMs - right.openedAtMs);

/** What the door does with one late sample: the stretch between its neighbours, recomputed. */
function takeLate(stored: StatusSample[], events: BitEvent[], late: StatusSample): BitEvent[] {
  const before = stored.findLast((sample) => sample.atMs < late.atMs) ?? null;
  const next = stored.find((sample) => sample.atMs > late.atMs);
  const fromMs = before?.atMs ?? -Infinity;
  const toMs = next?.atMs ?? late.atMs;
  const touches = (event: BitEvent) =>
    event.openedAtMs <= toMs && (event.closedAtMs === null || event.closedAtMs > fromMs);
  const told = republishEvents(before, next ? [late, next] : [late], events.filter(touches));
  return [...events.filter((event) => !touches(event)), ...told];
}

test('any order of arrival tells the same events as one look at all samples', () => {
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
        events = takeLate(stored, events, sample);
        stored.push(sample);
        stored.sort((left, right) => left.atMs - right.atMs);
      }
      expect(sorted(events)).toEqual(sorted(whole));
    }),
  );
});
