// Changes made without a connection: whatever the order in which two people's changes arrive, and whichever answers are lost,
// each is applied once or shown to its author, and nobody's note or roof is overwritten unread.
import type { Path, Request } from '@heliograph/contract/calls.ts';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError, HttpFailure } from '../../web/src/api/failures.ts';
import {
  type Entry,
  localSid,
  type OutboxStore,
  replaceWaiting,
  retried,
  sendWaiting,
} from '../../web/src/offline/outbox.ts';
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
  /** Version of the roof that the person's editor begins from. */
  roofVersion: number;
}

function personOf(userId: number, token: string): Person {
  const person: Person = {
    entries: [],
    userId,
    token,
    roofVersion: 0,
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

async function enqueue(
  { entries, store }: Person,
  path: OutboxPath,
  body: { sid?: string } & Record<string, unknown>,
): Promise<string> {
  const key = `outbox ${keys++}`;
  const { sid = localSid(key) } = body;
  const entry: Entry = {
    ...{ key, path, body, sid, seq: keys, companyId: first.companyId, place: '' },
    ...{ at: 0, firstSentAt: null, state: 'waiting', reason: '' },
  };
  if (!(await replaceWaiting(store, entry))) entries.push(entry);
  return sid;
}

const newPlant = {
  ...{ powerMax: 400, countryCode: 'DE', city: 'Ulm', latitude: 48.4, longitude: 10 },
  ...{ timezone: 'Europe/Berlin', currency: 'EUR', electricityPrice: 0.3 },
};

/** Saves the roof as the editor does, which waits with the version that it began from. */
const saveRoof = (person: Person, sid: string, name: string): Promise<string> =>
  enqueue(person, 'site/updateLayoutInfo', {
    ...{ sid, version: person.roofVersion },
    zones: [
      {
        ...{ id: 1, name, x: 0, y: 0, rotation: 0, tilt: 30, azimuth: 180 },
        orientation: 'portrait',
        rows: 1,
        columns: 1,
        modules: [],
      },
    ],
  });

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
    onSent({ path, body }) {
      if (path === 'site/updateLayoutInfo') person.roofVersion = Number(body.version) + 1;
    },
    onRefused: () => undefined,
  });
}

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('note' as const), alert: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'picture' as const, alert: 0 }) },
  // `alert`: which of three numbers is registered.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('device' as const), alert: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'roof' as const, alert: 0 }) },
  // A new plant with a picture.
  { weight: 1, arbitrary: fc.constant({ kind: 'plant' as const, alert: 0 }) },
);
const changes = fc.array(change, { minLength: 1, maxLength: 5 });
const turn = fc.record({
  who: fc.nat(1),
  fates: fc.array(fc.constantFrom<Fate>('answered', 'answerLost', 'lost'), { maxLength: 3 }),
  signsInAnew: fc.boolean(),
  savesRoof: fc.boolean(),
});

const textOf = (who: number, position: number): string => `${who} writes ${position}`;
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/** Expects each number in the plant once, and every further registration of it in its author's list. */
async function expectDevices(sid: string, numbers: string[], all: readonly Change[], left: readonly Entry[]) {
  const stored = await sql<{ sn: string }[]>`select sn from devices where sid = ${sid} and sn = any (${numbers})`;
  const registrations = numbers.map((_, index) =>
    all.filter(({ kind, alert }) => kind === 'device' && alert === index),
  );
  expect(stored.map(({ sn }) => sn).sort()).toEqual(numbers.filter((_, index) => registrations[index]!.length > 0));
  for (const [index, sn] of numbers.entries()) {
    const shown = left.filter(({ body }) => (body.sn as { sn: string }[] | undefined)?.[0]?.sn === sn);
    expect(shown.every(({ state }) => state === 'refused')).toBe(true);
    expect(shown).toHaveLength(Math.max(0, registrations[index]!.length - 1));
  }
}

/** Expects each new plant once, with its picture, unless the author of the picture is asked to check. */
async function expectPlants(names: readonly string[], left: readonly Entry[]) {
  const stored = await sql<{ sid: string; name: string; pictures: number }[]>`
    select sid, name, (select count(*)::int from site_pictures p where p.sid = s.sid) as pictures
    from sites s where name = any (${names as string[]})`;
  expect(stored.map(({ name }) => name).sort()).toEqual([...names].sort());
  const uncertain = left.filter(
    ({ path, sid }) => path === 'site/picture' && (sid.startsWith('new ') || stored.some((one) => one.sid === sid)),
  );
  expect(uncertain.every(({ state }) => state === 'uncertain')).toBe(true);
  expect(stored.every(({ pictures }) => pictures <= 1)).toBe(true);
  const pictures = stored.reduce((sum, one) => sum + one.pictures, 0);
  expect(pictures + uncertain.length).toBeGreaterThanOrEqual(names.length);
}

/** Expects the last roof of one person to be stored, and that of the other in their list; none was stored twice. */
async function expectRoof(sid: string, roofs: readonly string[][], people: readonly Person[]) {
  const { version, zones } = await ask('site/layoutInfo', { sid }, { token: people[0]!.token });
  const saved = await sql<{ name: string }[]>`
    select after->'zones'->>0 as name from audit_log where action = 'site/updateLayoutInfo' and object = ${sid} order by id`;
  expect(saved).toHaveLength(version);
  expect(new Set(saved.map(({ name }) => name)).size).toBe(version);
  const last = roofs.map((own) => own.at(-1));
  const shown = people.map(({ entries }) => entries.filter(({ path }) => path === 'site/updateLayoutInfo'));
  if (last.every((name) => name === undefined)) return expect([version, ...shown.flat()]).toEqual([0]);
  expect(saved.at(-1)!.name).toBe(zones[0]!.name);
  expect(last).toContain(zones[0]!.name);
  for (const [who, entries] of shown.entries()) {
    const isStored = last[who] === undefined || last[who] === zones[0]!.name;
    expect(entries.map(({ state, body }) => [state, (body.zones as { name: string }[])[0]!.name])).toEqual(
      isStored ? [] : [['conflict', last[who]]],
    );
  }
}

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
      const numbers = codes.map(() => `C0${(keys++).toString(16).toUpperCase().padStart(6, '0')}`);
      await sql`
        insert into serial_numbers (sn, product_id)
        select unnest(${numbers}::text[]), id from products where name = 'BDM-400'`;
      const roofs: string[][] = [[], []];
      const plants: string[] = [];
      const written = [ofFirst, ofSecond];
      for (const [who, own] of written.entries()) {
        const person = people[who]!;
        const seen = codes.map(() => ['']);
        for (const [position, { kind, alert }] of own.entries()) {
          const text = textOf(who, position);
          if (kind === 'picture') await enqueue(person, 'site/picture', { sid, picture });
          else if (kind === 'device') await enqueue(person, 'site/updateFast', { sid, sn: [{ sn: numbers[alert]! }] });
          else if (kind === 'plant') {
            plants.push(`${sid} ${text}`);
            const local = await enqueue(person, 'site/createFast', { ...newPlant, siteName: plants.at(-1) });
            await enqueue(person, 'site/picture', { sid: local, picture });
          } else if (kind === 'roof') {
            roofs[who]!.push(text);
            await saveRoof(person, sid, text);
          } else {
            const alerts = [{ sn, code: codes[alert]!, startMs }];
            const knownNotes = [...seen[alert]!];
            await enqueue(person, 'device/alerts/acknowledge', { sid, alerts, note: text, knownNotes });
            seen[alert]!.push(text);
          }
        }
      }
      for (const { who, fates, signsInAnew, savesRoof } of turns) {
        const person = people[who]!;
        if (signsInAnew) tokens[who] = person.token = await signedIn(person.userId);
        await send(person, [...fates]);
        if (!savesRoof) continue;
        const name = `${who} saves ${roofs[who]!.length}`;
        roofs[who]!.push(name);
        await saveRoof(person, sid, name);
      }
      for (const person of people) await send(person, []);

      const { list } = await ask('device/alerts', { sid }, { token: tokens[0]! });
      const left = people.flatMap(({ entries }) => entries);
      expect(left.filter(({ state }) => state === 'waiting')).toEqual([]);
      // A picture is stored once, or its author is asked to check.
      const pictures = written.flat().filter(({ kind }) => kind === 'picture').length;
      const uncertain = left.filter((entry) => entry.path === 'site/picture' && entry.sid === sid);
      expect(uncertain.every(({ state }) => state === 'uncertain')).toBe(true);
      const [{ count }] = (await sql`select count(*)::int from site_pictures where sid = ${sid}`) as [
        { count: number },
      ];
      expect(count).toBeLessThanOrEqual(pictures);
      expect(count + uncertain.length).toBeGreaterThanOrEqual(pictures);
      await expectDevices(sid, numbers, written.flat(), left);
      await expectRoof(sid, roofs, people);
      await expectPlants(plants, left);
      for (const [alert, code] of codes.entries()) {
        const notes = written.map((own, who) =>
          own.flatMap((one, position) => (one.kind === 'note' && one.alert === alert ? [textOf(who, position)] : [])),
        );
        const shown = left.filter(({ body }) => (body.alerts as { code: string }[] | undefined)?.[0]?.code === code);
        const stored = list.find((event) => event.code === code)!;
        // Who was first is stored, with their latest note; each note of the other is shown beside it.
        const last = notes.map((own) => own.at(-1));
        if (last.every((note) => note === undefined)) expect([stored.note, stored.state]).toEqual(['', 'open']);
        else expect(last).toContain(stored.note);
        const other = notes[last.indexOf(stored.note) === 0 ? 1 : 0]!;
        expect(shown.map(({ body }) => body.note)).toEqual(other);
        expect(shown.every(({ state }) => state === 'conflict')).toBe(true);
      }
      // After seeing the stored note, each author can replace it.
      for (const person of people)
        for (const entry of person.entries.filter(({ state, body }) => state === 'conflict' && body.alerts)) {
          const { alerts, knownNotes } = entry.body as { alerts: { code: string }[]; knownNotes: string[] };
          const now = (await ask('device/alerts', { sid }, { token: tokens[0]! })).list;
          const { note } = now.find(({ code }) => code === alerts[0]!.code)!;
          await person.store.update(entry.seq, (one) =>
            retried(one, () => `outbox ${keys++}`, { knownNotes: [...knownNotes, note] }),
          );
        }
      // So can the author of a roof.
      const { version } = await ask('site/layoutInfo', { sid }, { token: tokens[0]! });
      for (const person of people)
        for (const { seq, path, state } of [...person.entries])
          if (path === 'site/updateLayoutInfo' && state === 'conflict')
            await person.store.update(seq, (one) => retried(one, () => `outbox ${keys++}`, { version }));
      for (const person of people) await send(person, []);
      const end = people.flatMap(({ entries }) => entries);
      expect(end.filter(({ state }) => state === 'waiting' || state === 'conflict')).toEqual([]);
    }),
    { numRuns: runs(200) },
  );
});
