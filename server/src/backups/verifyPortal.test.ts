// Tests that a verification names what is missing, damaged or wrong in a database, and finds nothing in a healthy one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../test/database.ts';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { makeDay } from '../../test/readings.ts';
import { SECOND_FACTOR_KEY } from '../../test/signIns.ts';
import { factorSecretOwner } from '../accounts/secondFactors/secondFactors.ts';
import { extendAuditChain } from '../audit/auditChain.ts';
import { encryptSecret } from '../platform/secrets/sealedSecrets.ts';
import { encodeBlock } from '../samples/block.ts';
import { insertBlocks } from '../samples/blocks.ts';
import type { BackupDescription } from './description.ts';
import { marksOf } from './keyMarks.ts';
import { sumTables } from './tableSums.ts';
import { type Keys, verifyPortal } from './verifyPortal.ts';

const AT = new Date('2026-06-20T12:00:00Z');
const keys: Keys = {
  secondFactorKey: Buffer.from(SECOND_FACTOR_KEY, 'hex'),
  bdmSecrets: new Map([[0, Buffer.alloc(32, 1)]]),
  pushKey: undefined,
};

let database: FreshDatabase;
let backup: BackupDescription;
let sid: string;
let sn: string;
beforeAll(async () => {
  database = await freshDatabase('seeded');
  const { sql } = database;
  const { id: userId, companyId } = await makeUser(sql);
  sid = await makeSite(sql, { companyId });
  ({ sn } = await makeDevice(sql, { sid }));
  const atMs = Float64Array.of(Date.parse('2026-06-14T10:00:00Z'), Date.parse('2026-06-14T10:05:00Z'));
  const states = { statusBits: new Int32Array(2), mode: new Int16Array(2), imported: new Uint8Array(2) };
  const block = encodeBlock({ atMs, ...states, values: { powerW: Float64Array.of(100, 200) } });
  await sql.begin((tx) => insertBlocks(tx, [{ sid, sn, day: '2026-06-14', ...block }]));
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1000 });
  const secret = encryptSecret(keys.secondFactorKey!, factorSecretOwner(userId), Buffer.alloc(20, 7));
  await sql`insert into second_factors (user_id, secret, made_at) values (${userId}, ${secret}, ${AT})`;
  await sql`insert into audit_log (at, action, object) values (${AT}, 'x', 'first'), (${AT}, 'x', 'second')`;
  await extendAuditChain(sql, () => AT);
  backup = {
    format: 1,
    heliograph: '0.1.0',
    madeAt: AT.toISOString(),
    kind: 'dump',
    postgres: 15,
    migration: '000001_accounts',
    files: [],
    tables: await sql.begin(sumTables),
    auditSeal: null,
    keys: marksOf(keys),
  };
});
afterAll(() => database.drop());

/** Returns the faults by check after a change that is rolled back. */
async function faultsAfter(change: string, given: { keys?: Keys; backup?: BackupDescription } = {}) {
  const faults: Record<string, string[]> = {};
  const stop = new Error('rolled back');
  await database.sql
    .begin(async (tx) => {
      await tx.unsafe(change);
      // The checks run in transactions of their own; here they are parts of this one.
      const part = Object.assign(tx, { begin: (_: unknown, run: (part: typeof tx) => unknown) => run(tx) });
      for await (const finding of verifyPortal(part as never, given.keys ?? keys, {
        at: AT,
        backup: given.backup ?? backup,
      }))
        if (finding.faults.length > 0) faults[finding.check] = finding.faults;
      throw stop;
    })
    .catch((error: unknown) => {
      if (error !== stop) throw error;
    });
  return faults;
}

test('finds nothing in the database that the backup was made of', async () => {
  const found: string[] = [];
  for await (const { check, found: text, faults } of verifyPortal(database.sql, keys, { at: AT, backup })) {
    expect(faults).toEqual([]);
    found.push(`${check}: ${text}`);
  }
  expect(found).toEqual([
    'Schema: of this version',
    expect.stringMatching(/^Rows: \d+ rows in \d+ tables compared with the backup$/),
    'Sealed days: 1 days with 2 samples decoded',
    'Energy: 1 daily energies of 1 devices added up',
    'Audit log: 2 lines match their seals',
    'Keys: 1 of 1 secrets can be opened',
  ]);
});

test('names a table that lacks rows and one with changed rows, and refuses a newer database', async () => {
  expect(await faultsAfter(`delete from second_factors`)).toMatchObject({
    Rows: ['The table public.second_factors lacks 1 of its 1 rows.'],
  });
  expect(await faultsAfter(`update sites set name = 'Other' where sid = '${sid}'`)).toEqual({
    Rows: ['Rows of the table public.sites differ.'],
  });
  expect(
    await faultsAfter(`insert into migrations values ('000000_x', 'x')`).catch((error: Error) => error.message),
  ).toMatch('newer than this Heliograph');
});

test('names a damaged day by device and plant', async () => {
  expect(await faultsAfter(`update sample_blocks set power = set_byte(power, 9, 77)`)).toMatchObject({
    'Sealed days': [expect.stringMatching(`The day 2026-06-14 of device ${sn} of plant ${sid} is damaged: `)],
  });
});

test('names totals that are not the sum of their days', async () => {
  const faults = await faultsAfter(`update device_days set energy_wh = 900`);
  expect(faults.Energy).toEqual([
    `The day 2026-06-14 of plant ${sid} is 1000 Wh, but its parts add up to 900 Wh.`,
    `The total of device ${sn} of plant ${sid} is 1000 Wh, but its parts add up to 900 Wh.`,
  ]);
});

test('names a removed line of the audit log, and a log that ends before the backup', async () => {
  const remove = `alter table audit_log disable rule audit_log_no_delete; delete from audit_log where object = 'first'`;
  expect((await faultsAfter(remove))['Audit log']).toEqual([expect.stringMatching(/line \d+ was removed/)]);
  const later = { ...backup, auditSeal: `9:${'0'.repeat(64)}` };
  expect((await faultsAfter('select', { backup: later }))['Audit log']).toEqual([
    'In the audit log, seal 9 and all after it are missing from the chain.',
  ]);
});

test('names keys that are missing, that are others than the backup had, and secrets that they do not open', async () => {
  expect(await faultsAfter('select', { keys: { ...keys, secondFactorKey: Buffer.alloc(32, 9) } })).toEqual({
    Keys: ['SECOND_FACTOR_KEY is not the key of the backup.', 'SECOND_FACTOR_KEY does not open 1 of 1 secrets.'],
  });
  expect(await faultsAfter('select', { keys: { ...keys, secondFactorKey: undefined, bdmSecrets: new Map() } })).toEqual(
    {
      Keys: [
        'SECOND_FACTOR_KEY is missing; the backup was made with one.',
        'BDM_PASSWORD_SECRETS is missing; the backup was made with one.',
        'SECOND_FACTOR_KEY is missing; 1 secrets need it.',
      ],
    },
  );
});

test('names a table that is missing, and goes on with the other checks', async () => {
  await database.sql`drop table second_factors cascade`;
  const faults: Record<string, string[]> = {};
  for await (const { check, faults: found } of verifyPortal(database.sql, keys, { at: AT, backup }))
    faults[check] = found;
  expect(faults).toEqual({
    Schema: [],
    Rows: ['The table public.second_factors with 1 rows is missing.'],
    'Sealed days': [],
    Energy: [],
    'Audit log': [],
    Keys: ['relation "second_factors" does not exist.'],
  });
});
