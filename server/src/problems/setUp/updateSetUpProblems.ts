// Checks the set-up of each plant once a day, and again after a change of it: a wrong finding is an event while it lasts.
import { SET_UP_EVENTS, type SetUpEvent } from '@heliograph/contract/events.ts';
import type { Verdict } from '@heliograph/contract/setUpChecks.ts';
import type { Context } from '../../context.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { type CheckedPlant, setUpChecks } from './setUpChecks.ts';

/** Plants of one run; the rest follows in the next run, minutes later. */
const BATCH_SIZE = 200;
/** Plants that have been silent for longer have nothing to check. */
const SILENT_DAYS = 3;

/** Returns the number of plants that it checked. */
export async function updateSetUpProblems(
  { sql, clock, nudges, log }: Pick<Context, 'sql' | 'clock' | 'nudges' | 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const plants = await sql<CheckedPlant[]>`
    select s.sid, s.timezone, s.latitude, s.longitude, s.country_code, s.power_max_w
    from sites s join site_live l on l.sid = s.sid ${joinZones(sql, { at: now })}
    where l.at > ${new Date(now.getTime() - SILENT_DAYS * 86_400_000)} and (l.set_up_checked_on is null or l.set_up_checked_on < z.today)
    order by l.set_up_checked_on nulls first, s.sid limit ${BATCH_SIZE}`;
  let checked = 0;
  for (const plant of plants) {
    if (signal?.aborted) break;
    try {
      await checkPlant(sql, plant, now);
      checked++;
    } catch (error) {
      // A failure of one plant does not affect the others; it is retried in the next run.
      log.error({ err: error, sid: plant.sid }, 'set-up not checked');
      continue;
    }
    nudges.publish([plant.sid]);
  }
  return checked;
}

async function checkPlant(sql: Sql, plant: CheckedPlant, now: Date): Promise<void> {
  const { sid, timezone } = plant;
  await sql.begin(async (tx) => {
    const { list } = await setUpChecks(tx, plant, now, null);
    const judged = list.flatMap(({ check, sn, verdict, finding }) => {
      const code = check in SET_UP_EVENTS ? SET_UP_EVENTS[check as keyof typeof SET_UP_EVENTS] : null;
      // What cannot be judged today, such as a sign without a night, stays as it was.
      return code !== null && (verdict === 'ok' || verdict === 'wrong') ? [{ sn, code, verdict, finding }] : [];
    });
    const wrong = judged.filter(({ verdict }) => verdict === 'wrong');
    await openEvents(tx, sid, wrong, now);
    await closeEvents(tx, sid, judged, now);
    await tx`update site_live set set_up_checked_on = ${localDay(now.getTime(), timezone)} where sid = ${sid}`;
  });
}

interface Judged {
  /** "": the plant. */
  sn: string;
  code: SetUpEvent;
  verdict: Verdict;
  finding: string;
}

async function openEvents(tx: Transaction, sid: string, wrong: readonly Judged[], now: Date): Promise<void> {
  for (const { sn, code, finding } of wrong)
    await tx`
      insert into events (sid, sn, code, opened_at, detail)
      select ${sid}, ${sn}, ${code}, ${now}, ${JSON.stringify({ finding })}::text::jsonb
      where not exists (select from events e where e.sid = ${sid} and e.sn = ${sn} and e.code = ${code} and e.closed_at is null)`;
}

/** Closes findings that the check no longer confirms, and those of devices that have left the plant. */
async function closeEvents(tx: Transaction, sid: string, judged: readonly Judged[], now: Date): Promise<void> {
  const ok = judged.filter(({ verdict }) => verdict === 'ok');
  await tx`
    update events e set closed_at = ${now}
    where e.sid = ${sid} and e.closed_at is null and e.code = any (${Object.values(SET_UP_EVENTS)}::text[]) and (
      (e.sn, e.code) in (select unnest(${textArray(ok.map(({ sn }) => sn))}::text::text[]), unnest(${textArray(ok.map(({ code }) => code))}::text::text[]))
      or (e.sn <> '' and not exists (select from devices d where d.sid = ${sid} and d.sn = e.sn and d.removed_at is null)))`;
}
