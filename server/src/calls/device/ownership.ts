// device/ownership: ownership claims of a plant, and devices whose earlier reports are withheld.
import { accessibleSite } from '../../access/accessibleSite.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';

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
  // Who only views the plant cannot add devices either.
  if (!changeable) return { list: [], withheld: [] };
  const claims = await sql<Claim[]>`
    select id, sn, reason, claimed_at, decided_at, accepted, decision from ownership_claims where sid = ${sid}
    order by claimed_at desc, id limit 200`;
  const withheld = await sql<{ sn: string; reports: number; since: Date }[]>`
    select r.sn, count(*)::int as reports, min(r.received_at) as since
    from serial_numbers n join raw_reports r on r.sn = n.sn
    where n.sid = ${sid} and r.reason = 'unconfirmed' group by r.sn order by r.sn limit 200`;
  return {
    list: claims.map(({ claimedAt, decidedAt, accepted, ...claim }) => ({
      ...claim,
      claimedIso: isoOf(claimedAt, timezone),
      state: accepted === null ? 'open' : accepted ? 'accepted' : 'rejected',
      decidedIso: isoOf(decidedAt, timezone),
    })),
    withheld: withheld.map(({ sn, reports, since }) => ({ sn, reports, sinceIso: isoOf(since, timezone) })),
  };
};
