// Reads the last judged days of one module.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import type { ModuleFact } from './rules/moduleDay.ts';

interface Row extends Pick<ModuleFact, 'state' | 'share' | 'lostWh'> {
  day: Day;
  isCold: boolean;
}

/** Returns the last `maxDays` judged days, in order, of a plant that the caller has found among the accessible ones. */
export async function judgedDaysOf(
  sql: Transaction,
  { sid, sn, input }: { sid: string; sn: string; input: number },
  maxDays: number,
): Promise<Row[]> {
  const rows = await sql<{ day: Day; isCold: boolean; fact: ModuleFact | null }[]>`
    select day, is_cold, jsonb_path_query_first(modules, '$[*] ? (@.sn == $sn && @.input == $input)', ${JSON.stringify({ sn, input })}::text::jsonb) as fact
    from judged_days where sid = ${sid} order by day desc limit ${maxDays}`;
  return rows
    .flatMap(({ day, isCold, fact }) =>
      fact ? [{ day, isCold, state: fact.state, share: fact.share, lostWh: fact.lostWh }] : [],
    )
    .toReversed();
}
