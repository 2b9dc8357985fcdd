// device/ownership: ownership claims of a plant, and devices whose earlier reports are withheld.
import type { Response } from '@heliograph/contract/calls.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { answersOf, answerUntil, contestedNumbers } from '../../claiming/ownership/contestedNumbers.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { setRlsNumbers } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';

type Contested = Response<'device/ownership'>['contested'];

interface Claim {
  id: string;
  sn: string;
  reason: string;
  claimedAt: Date;
  decidedAt: Date | null;
  accepted: boolean | null;
  decision: string;
}

export const deviceOwnership: Handler<'device/ownership'> = async ({ sid }, caller) => {
  const { sql } = caller;
  const { timezone, changeable } = await accessibleSite(caller, sid);
  // Guests cannot add devices, so they see no claims.
  if (!changeable) return { list: [], contested: [], withheld: [] };
  const claims = await sql<Claim[]>`
    select id, sn, reason, claimed_at, decided_at, accepted, decision from ownership_claims where sid = ${sid}
    order by claimed_at desc, id limit 200`;
  const numbers = await sql<{ sn: string }[]>`select sn from serial_numbers where sid = ${sid} order by sn`;
  const sns = numbers.map(({ sn }) => sn);
  setRlsNumbers(sql, sns);
  const withheld = await sql<{ sn: string; reports: number; since: Date }[]>`
    select sn, count(*)::int as reports, min(received_at) as since from raw_reports
    where sn in (select unnest(${textArray(sns)}::text::text[])) and reason = 'unconfirmed' group by sn order by sn limit 200`;
  return {
    list: claims.map(({ claimedAt, decidedAt, accepted, ...claim }) => ({
      ...claim,
      claimedIso: isoOf(claimedAt, timezone),
      state: accepted === null ? 'open' : accepted ? 'accepted' : 'rejected',
      decidedIso: isoOf(decidedAt, timezone),
    })),
    contested: await contestedOf(sql, sid, timezone),
    withheld: withheld.map(({ sn, reports, since }) => ({ sn, reports, sinceIso: isoOf(since, timezone) })),
  };
};

async function contestedOf(sql: Transaction, sid: string, timezone: string): Promise<Contested> {
  const claims = await contestedNumbers(sql);
  const answers = await answersOf(sql, sid);
  return claims.map(({ claimedAt, ...claim }) => {
    const asked = answers.get(claim.id);
    return {
      ...claim,
      claimedIso: isoOf(claimedAt, timezone),
      answerUntilIso: isoOf(answerUntil(asked?.askedAt ?? claimedAt), timezone),
      answer: asked?.answeredAt
        ? { agrees: asked.agrees, text: asked.text, files: asked.files, answeredIso: isoOf(asked.answeredAt, timezone) }
        : null,
    };
  });
}
