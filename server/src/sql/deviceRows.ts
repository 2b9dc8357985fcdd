// Rows of devices as lists and detail pages show them, with the site they are in.
import type { Response } from '@heliograph/contract/calls.ts';

import type { Caller } from '../context.ts';
import type { Fragment, Transaction } from '../db/connect.ts';
import { alertWords, countryWords, lastUpdateWords, statusWords } from '../messages/rowWords.ts';
import { freshPower } from '../rules/freshness.ts';
import { localDay } from '../rules/localDays.ts';
import { kWhOf, wattsOf } from '../rules/money.ts';
import { isoOf, wireDay, wireTime } from '../rules/wireTimes.ts';

type Row = Response<'device/list'>['list'][number];

interface Found {
  sid: string;
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  createdAt: Date;
  status: number;
  statusBits: number;
  at: Date | null;
  powerW: number | null;
  day: string | null;
  todayWh: number | null;
  totalWh: number | null;
  siteName: string;
  timezone: string;
  countryCode: string;
  stateName: string;
  city: string;
  street: string;
  userEmail: string;
  installerEmail: string;
  commissionedOn: string | null;
}

/** `which` is a condition on `devices d` whose sites were found among the visible ones. */
export async function deviceRows(
  sql: Transaction,
  which: Fragment,
  { language, at }: Pick<Caller, 'language' | 'at'>,
): Promise<Row[]> {
  const rows = await sql<Found[]>`
    select d.sid, d.sn, d.alias, p.model, p.name as model_name, d.created_at,
      coalesce(l.status, 2) as status, coalesce(l.status_bits, 0) as status_bits, l.at, l.power_w, l.day, l.today_wh, l.total_wh,
      s.name as site_name, s.timezone, s.country_code, s.state_name, s.city, s.street, s.commissioned_on,
      coalesce(o.email, s.invited_owner) as user_email, coalesce(i.email, '') as installer_email
    from devices d join sites s using (sid) join products p on p.id = d.product_id left join device_live l using (sid, sn)
      left join users o on o.id = s.owner_id left join users i on i.id = s.installer_id
    where ${which}`;
  return rows.map(({ countryCode, timezone, createdAt, commissionedOn, powerW, day, todayWh, totalWh, ...row }) => ({
    ...row,
    ...statusWords(row.status, language),
    ...alertWords(row, language),
    ...lastUpdateWords(row.at, timezone, at, language),
    ...countryWords(countryCode, language),
    createdAt: wireTime(createdAt, timezone),
    createdAtIso: isoOf(createdAt, timezone),
    commissionDate: commissionedOn === null ? '' : `${wireDay(commissionedOn)} 00:00`,
    now: wattsOf(freshPower({ at: row.at, powerW }, at)),
    nowUnit: 'W',
    todayPower: day === localDay(at.getTime(), timezone) ? kWhOf(todayWh) : null,
    totalPower: row.at ? kWhOf(totalWh) : null,
    batterySoc: null,
    WIFIVersion: '',
    CPUVersion: '',
    RAMVersion: '',
  }));
}
