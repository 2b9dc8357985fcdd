// Hash chain over the audit log: each seal is SHA-256 of the previous seal, of its own time and of a whole line. It reveals lines that were changed, removed, inserted or moved.
import { createHash } from 'node:crypto';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';

type Db = Sql | Transaction;

/** Lines per statement. */
const BATCH_LINES = 5_000;
/** Maximum number of lines with higher ids that may be committed before a line is. */
const WINDOW = 10_000;
/** Longer than any transaction. A line that is older than an earlier batch of seals by this much was inserted after that batch. */
const MAX_DELAY_MS = 10 * 60_000;

export type AuditProblemKind = 'changed' | 'removed' | 'sealRemoved' | 'inserted' | 'unsealed';
export interface AuditProblem {
  kind: AuditProblemKind;
  /** Number of the seal, and id of the log's line; null: there is none. */
  seq: number | null;
  line: number | null;
}

const PROBLEM_TEXTS: Record<AuditProblemKind, string> = {
  changed: 'was changed or moved',
  removed: 'was removed',
  sealRemoved: 'and all after it are missing from the chain',
  inserted: 'was inserted later than its time',
  unsealed: 'is not part of the chain',
};

/** Returns the problem in words, for operators: "line 12 was removed". */
export function describeProblem({ kind, seq, line }: AuditProblem): string {
  return `${line === null ? `seal ${seq}` : `line ${line}`} ${PROBLEM_TEXTS[kind]}`;
}

export interface AuditCheck {
  /** Number of checked seals, up to the first problem. */
  lines: number;
  /** Newest checked seal, to be stored elsewhere; null: there is none. */
  head: { seq: number; hash: string } | null;
  problem: AuditProblem | null;
}

interface Line {
  id: number;
  /** Microseconds since 1970. */
  at: string;
  userId: number | null;
  address: string;
  action: string;
  object: string;
  before: string | null;
  after: string | null;
  result: string;
  seenBy: number[];
  apiToken: string | null;
  /** Null: its personal data was removed. */
  salt: string | null;
}

const lineColumns = (sql: Db): Fragment => sql`
  a.id, (extract(epoch from a.at) * 1000000)::bigint::text as at, a.user_id, a.address, a.action, a.object,
  a.before::text as before, a.after::text as after, a.result, a.seen_by, a.api_token, a.salt::text as salt`;

const GENESIS: Buffer = Buffer.alloc(32);

/** Hash of the fields with personal data; salted, so that removed data cannot be found by guessing. */
function personOf({ salt, address, before, after }: Omit<Line, 'id'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([salt, address, before, after]))
    .digest();
}

function sealOf(last: Buffer, sealedAt: Date, person: Buffer, line: Line): Buffer {
  const { id, at, userId, action, object, result, seenBy, apiToken } = line;
  const text = JSON.stringify([id, at, userId, action, object, result, seenBy, apiToken, person.toString('hex')]);
  return createHash('sha256').update(last).update(sealedAt.toISOString()).update('\n').update(text).digest();
}

/** Returns the accounts whose deletion may have emptied a line: its own, and those that it names by number. */
const leaversOf = ({ userId, before, after }: Omit<Line, 'id'>): number[] => [
  ...(userId === null ? [] : [userId]),
  ...[...`${before} ${after}`.matchAll(/"user (\d{1,10})"/g)].map(([, id]) => Number(id)),
];

/** Seals all new lines, in one chain: concurrent callers wait. Returns the number of sealed lines. */
export async function extendAuditChain(sql: Sql, now: () => Date): Promise<number> {
  // All batches of a run have the same time, so that no line looks late after downtime.
  const at = now();
  for (let sealed = 0; ; ) {
    const done = await sql.begin((tx) => sealBatch(tx, at));
    sealed += done;
    if (done < BATCH_LINES) return sealed;
  }
}

async function sealBatch(tx: Transaction, at: Date): Promise<number> {
  const [state] = await tx<{ begunAt: Date | null }[]>`
    update audit_checks set lines = lines where name = 'chain' returning begun_at`;
  const [last] = await tx<{ seq: number; hash: Buffer }[]>`
    select seq, hash from audit_seals order by seq desc limit 1`;
  const [newest] = await tx<{ line: number | null }[]>`select max(line) as line from audit_seals`;
  const lines = await tx<Line[]>`
    select ${lineColumns(tx)} from audit_log a left join audit_seals s on s.line = a.id
    where a.id > ${(newest?.line ?? 0) - WINDOW} and s.line is null order by a.id limit ${BATCH_LINES}`;
  let hash = last?.hash ?? GENESIS;
  let seq = last?.seq ?? 0;
  const seals = lines.map((line) => {
    const person = personOf(line);
    hash = sealOf(hash, at, person, line);
    seq++;
    return { seq, line: line.id, person: person.toString('hex'), hash: hash.toString('hex') };
  });
  if (seals.length > 0)
    await tx`
      insert into audit_seals (seq, line, sealed_at, person, hash)
      select seq, line, ${at}, decode(person, 'hex'), decode(hash, 'hex') from (
        select unnest(${seals.map((seal) => seal.seq)}::bigint[]) as seq, unnest(${seals.map(({ line }) => line)}::bigint[]) as line,
          unnest(${textArray(seals.map((seal) => seal.person))}::text::text[]) as person,
          unnest(${textArray(seals.map((seal) => seal.hash))}::text::text[]) as hash
      ) g`;
  // Lines written before the chain began are much older than their seals, so the time check starts from here.
  if (lines.length < BATCH_LINES && state && !state.begunAt)
    await tx`update audit_checks set begun_at = ${at} where name = 'chain'`;
  return lines.length;
}

interface SealedLine extends Omit<Line, 'id'> {
  id: number | null;
  seq: number;
  line: number;
  sealedAt: Date;
  person: Buffer;
  hash: Buffer;
}

/** Checks the whole chain. `known`: a seal that was stored elsewhere and must still be in the chain. */
export async function checkAudit(
  sql: Db,
  at: Date,
  { known }: { known?: { seq: number; hash: string } } = {},
): Promise<AuditCheck> {
  const [state] = await sql<{ begunAt: Date | null }[]>`select begun_at from audit_checks where name = 'chain'`;
  const begunMs = state?.begunAt?.getTime() ?? Number.POSITIVE_INFINITY;
  let last: Buffer = GENESIS;
  let lines = 0;
  /** Deleted accounts; `emptied`: the first emptied line for each set of accounts whose deletion would explain it. */
  const deletedAccounts = new Set<number>();
  const emptied = new Map<string, { seq: number; line: number; leavers: number[] }>();
  let head: AuditCheck['head'] = null;
  /** Time of the newest seals of earlier runs, which would have included the line. */
  let beforeMs = Number.NEGATIVE_INFINITY;
  let batchMs = Number.NEGATIVE_INFINITY;
  const failure = (kind: AuditProblemKind, seq: number | null, line: number | null): AuditCheck => ({
    lines,
    head,
    problem: { kind, seq, line },
  });
  for (let rows: SealedLine[] = []; ; ) {
    rows = await sql<SealedLine[]>`
      select s.seq, s.line, s.sealed_at, s.person, s.hash, ${lineColumns(sql)} from audit_seals s left join audit_log a on a.id = s.line
      where s.seq > ${lines} order by s.seq limit ${BATCH_LINES}`;
    for (const { seq, line, sealedAt, person, hash, ...own } of rows) {
      if (seq !== lines + 1) return failure('sealRemoved', lines + 1, null);
      if (own.id === null) return failure('removed', seq, line);
      last = sealOf(last, sealedAt, own.salt === null ? person : personOf(own), own as Line);
      if (!last.equals(hash)) return failure('changed', seq, line);
      if (own.action === 'account/logOff' && own.result === 'done' && own.userId !== null)
        deletedAccounts.add(own.userId);
      const leavers = own.salt === null ? leaversOf(own) : [];
      if (own.salt === null && !emptied.has(leavers.join())) emptied.set(leavers.join(), { seq, line, leavers });
      if (sealedAt.getTime() !== batchMs) [beforeMs, batchMs] = [batchMs, sealedAt.getTime()];
      const isLate = beforeMs - Number(own.at) / 1000 > MAX_DELAY_MS;
      if (isLate && sealedAt.getTime() > begunMs) return failure('inserted', seq, line);
      lines = seq;
      head = { seq, hash: hash.toString('hex') };
      if (known?.seq === seq && known.hash !== head.hash) return failure('changed', seq, line);
    }
    if (rows.length < BATCH_LINES) break;
  }
  for (const { seq, line, leavers } of emptied.values())
    if (!leavers.some((id) => deletedAccounts.has(id))) return failure('changed', seq, line);
  if (known && known.seq > lines) return failure('sealRemoved', known.seq, null);
  const [unsealed] = await sql<{ id: number }[]>`
    select a.id from audit_log a left join audit_seals s on s.line = a.id
    where s.line is null and a.at < ${new Date(at.getTime() - MAX_DELAY_MS)} and ${Number.isFinite(begunMs)} order by a.id limit 1`;
  return unsealed ? failure('unsealed', null, unsealed.id) : { lines, head, problem: null };
}
