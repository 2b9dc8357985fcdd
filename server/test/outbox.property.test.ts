// Changes made without a connection: whatever the order in which two people's changes arrive, and whichever answers are lost,
// each is applied once or shown to its author, and nobody's note is overwritten unread.
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError, HttpFailure } from '../../web/src/api/failures.ts';
import { type Entry, type OutboxStore, retried, sendWaiting } from '../../web/src/offline/outbox.ts';
import type { OutboxPath } from '../../web/src/offline/outboxCalls.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { drawnPng } from './multipart.ts';
import { runs } from './sampling.ts';
import { testServer } from './testServer.ts';

const { call, ask, sql, clock, signedIn } = await testServer();
const first = await makeUser(sql);
const second = await makeUser(sql, { companyId: first.companyId });
const picture = await drawnPng();
let keys = 0;

interface Person {
  entries: Entry[];
  store: OutboxStore;
  userId: number;
  token: string;
  refused: string[];
}

function personOf(userId: number, token: string): Person {
  const person: Person = {
    entries: [],
    userId,
    token,
    refused: [],
    store: {
      read: async () => [...person.entries],
      async update(seq, change) {
        const changed = person.entries[indexOf(seq)] && change(person.entries[indexOf(seq)]!);
        if (changed) person.entries[indexOf(seq)] = changed;
        return changed;
      },
      remove: async (seq) => void person.entries.splice(indexOf(seq), 1),
    },
  };
  const indexOf = (seq: number) => person.entries.findIndex((entry) => entry.seq === seq);
  return person;
}

function enqueue({ entries }: Person, path: OutboxPath, body: { sid: string } & Record<string, unknown>): void {
  const key = `outbox ${keys++}`;
  entries.push({
    ...{ key, path, body, sid: body.sid, seq: keys, companyId: first.companyId, place: '' },
    ...{ at: 0, firstSentAt: null, state: 'waiting', reason: '' },
  });
}

/** What becomes of one attempt: it arrives and is answered, its answer is lost, or it never arrives. */
type Fate = 'answered' | 'answerLost' | 'lost';

/** Sends what a person has; stops at the first change without an answer. */
async function send(person: Person, fates: Fate[]): Promise<void> {
  await sendWaiting({
    store: person.store,
    companyId: first.companyId,
    now: () => clock.now().getTime(),
    async send({ path, body, key }) {
      const fate = fates.shift() ?? 'answered';
      if (fate === 'lost') throw new HttpFailure(0, path);
      const options = { token: person.token, headers: { [HEADERS.idempotencyKey]: key } };
      const answer = await call(path as Path, body as Request<Path>, options);
      if (fate === 'answerLost') throw new HttpFailure(0, path);
      if (answer.code !== 200) throw new ApiError(answer.code, answer.msg);
      return answer.data;
    },
    reasonOf: (error) => (error as Error).message,
    onSent: () => undefined,
    onRefused: ({ body }) => void person.refused.push(String(body.note ?? body.sid)),
  });
}

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('note' as const), alert: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'picture' as const, alert: 0 }) },
);
const changes = fc.array(change, { minLength: 1, maxLength: 5 });
const turn = fc.record({
  who: fc.nat(1),
  fates: fc.array(fc.constantFrom<Fate>('answered', 'answerLost', 'lost'), { maxLength: 3 }),
  signsInAnew: fc.boolean(),
});

test('two people who change the same without a connection lose nothing in any order', async () => {
  const tokens = [await signedIn(first.id), await signedIn(second.id)];
  await fc.assert(
    fc.asyncProperty(changes, changes, fc.array(turn, { maxLength: 8 }), async (ofFirst, ofSecond, turns) => {
      clock.forward(3600);
      const sid = await makeSite(sql, { companyId: first.companyId });
      const { sn } = await makeDevice(sql, { sid });
      const codes = ['0800', '2000', '0002'] as const;
      for (const code of codes)
        await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, ${code}, '2026-06-15T09:30:00Z')`;
      const startMs = Date.parse('2026-06-15T09:30:00Z');
      const people = [personOf(first.id, tokens[0]!), personOf(second.id, tokens[1]!)];
      const written = [ofFirst, ofSecond].map((own, who) => {
        const seen = codes.map(() => ['']);
        return own.map(({ kind, alert }, position) => {
          if (kind === 'picture') enqueue(people[who]!, 'site/picture', { sid, picture });
          else {
            const note = `${who} writes ${position}`;
            const alerts = [{ sn, code: codes[alert]!, startMs }];
            enqueue(people[who]!, 'device/alerts/acknowledge', { sid, alerts, note, knownNotes: [...seen[alert]!] });
            seen[alert]!.push(note);
          }
          return { kind, alert, note: `${who} writes ${position}` };
        });
      });
      for (const { who, fates, signsInAnew } of turns) {
        if (signsInAnew) tokens[who] = people[who]!.token = await signedIn(people[who]!.userId);
        await send(people[who]!, [...fates]);
      }
      for (const person of people) await send(person, []);

      const { list } = await ask('device/alerts', { sid }, { token: tokens[0]! });
      const left = people.flatMap(({ entries }) => entries);
      expect(left.filter(({ state }) => state === 'waiting')).toEqual([]);
      // A picture is stored once, or its author is asked to check.
      const pictures = written.flat().filter(({ kind }) => kind === 'picture').length;
      const uncertain = left.filter(({ path }) => path === 'site/picture');
      expect(uncertain.every(({ state }) => state === 'uncertain')).toBe(true);
      const [{ count }] = (await sql`select count(*)::int from site_pictures where sid = ${sid}`) as [
        { count: number },
      ];
      expect(count).toBeLessThanOrEqual(pictures);
      expect(count + uncertain.length).toBeGreaterThanOrEqual(pictures);
      for (const [alert, code] of codes.entries()) {
        const notes = written.map((own) => own.filter((one) => one.kind === 'note' && one.alert === alert));
        const shown = left.filter(({ body }) => (body.alerts as { code: string }[] | undefined)?.[0]?.code === code);
        const stored = list.find((event) => event.code === code)!;
        // Who was first is stored, with their latest note; each note of the other is shown beside it.
        const last = notes.map((own) => own.at(-1)?.note);
        if (last.every((note) => note === undefined)) expect([stored.note, stored.state]).toEqual(['', 'open']);
        else expect(last).toContain(stored.note);
        const other = notes[last.indexOf(stored.note) === 0 ? 1 : 0]!;
        expect(shown.map(({ body }) => body.note)).toEqual(other.map(({ note }) => note));
        expect(shown.every(({ state }) => state === 'conflict')).toBe(true);
      }
      // After seeing the stored note, each author can replace it.
      for (const person of people)
        for (const entry of person.entries.filter(({ state }) => state === 'conflict')) {
          const { alerts, knownNotes } = entry.body as { alerts: { code: string }[]; knownNotes: string[] };
          const now = (await ask('device/alerts', { sid }, { token: tokens[0]! })).list;
          const { note } = now.find(({ code }) => code === alerts[0]!.code)!;
          await person.store.update(entry.seq, (one) =>
            retried(one, () => `outbox ${keys++}`, { knownNotes: [...knownNotes, note] }),
          );
        }
      for (const person of people) await send(person, []);
      expect(people.flatMap(({ entries }) => entries).filter(({ state }) => state !== 'uncertain')).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});
