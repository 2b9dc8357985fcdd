// Requests for an owner's consent before devices are updated: creates, reads and presents them.

import type { Response } from '@heliograph/contract/calls.ts';
import { CONSENT_DAYS, type OwnerAnswer } from '@heliograph/contract/firmware.ts';
import { companyNames } from '../../access/namedPeople.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { ownsSite } from '../../commands/controlRights.ts';
import type { Session } from '../../context.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';

type PresentedQuestion = Response<'site/updates'>['list'][number];
type PresentedDevice = PresentedQuestion['devices'][number];

export interface ConsentRequest {
  sid: string;
  id: string;
  isRollout: boolean;
  firmwareId: number;
  companyId: number;
  askedAt: Date;
  endsAt: Date;
  answer: '' | OwnerAnswer;
  laterUntil: Date | null;
  answeredAt: Date | null;
}

/** Returns the end of the answer period from when an owner is asked, for the first time or again. */
export const consentDeadline = (from: Date): Date => new Date(from.getTime() + CONSENT_DAYS * 86_400_000);

/** Whether the plant has an owner other than the requester, as an owner consents by requesting the update. */
export const isOthers = (ownerId: number | null, userId: number): boolean => ownerId !== null && ownerId !== userId;

/** Whether an update requires consent by default: required versions and roll-backs do not. */
export const defaultRequiresConsent = ({ isForced, isBack }: { isForced: boolean; isBack: boolean }): boolean =>
  !isForced && !isBack;

/** Creates a consent request, or leaves an existing one as it is. The change of the plant has begun. */
export async function createConsentRequest(
  sql: Transaction,
  request: { sid: string; id: string; isRollout: boolean; firmwareId: number; versionName: string; companyId: number },
  at: Date,
): Promise<void> {
  const { sid, id, isRollout, firmwareId, versionName, companyId } = request;
  await sql`
    insert into update_questions (sid, id, is_rollout, firmware_id, version_name, company_id, asked_at, ends_at)
    values (${sid}, ${id}, ${isRollout}, ${firmwareId}, ${versionName}, ${companyId}, ${at}, ${consentDeadline(at)})
    on conflict (sid, id) do nothing`;
}

/**
 * The answer of the plant's owner; "" also when it is by a former owner and has not been acted on yet. `q` is the question,
 * `s` its plant, in a join.
 */
export const currentAnswer = (sql: Sql | Transaction) => sql`
  case when s.owner_id is not null and q.answered_by is distinct from s.owner_id and (q.answer = 'later' or (
    q.answer = 'yes' and q.is_rollout and exists (
      select from rollout_devices d where d.sid = q.sid and d.rollout_id = q.id and d.step in ('asking', 'waiting'))))
    then '' else q.answer end`;

/** Reads the questions of a plant that are open, or answered with updates that have not ended; newest first. The caller has checked access to the plant. */
export const questionsOf = (sql: Transaction, sid: string, id?: string): Promise<ConsentRequest[]> =>
  sql<ConsentRequest[]>`
    select q.sid, q.id, q.is_rollout, q.firmware_id, q.company_id, q.asked_at, q.ends_at, ${currentAnswer(sql)} as answer,
      q.later_until, q.answered_at
    from update_questions q join sites s on s.sid = q.sid
    where q.sid = ${sid} and q.ended_at is null and ${id === undefined ? sql`true` : sql`q.id = ${id}`}
      and (q.is_rollout or exists (
        select from commands c where c.sid = q.sid and c.id = q.id and c.state in ('draft', 'approved', 'issued', 'accepted')))
    order by q.asked_at desc, q.id`;

/** Counts the questions of a plant that have not ended. The caller has checked access to the plant. */
export async function countConsentRequests(sql: Transaction, sid: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from update_questions q where q.sid = ${sid} and q.ended_at is null`;
  return row!.n;
}

/** `isChangeable`: whether the session may change the plant. */
export async function presentConsentRequests(
  { sql, session, at }: { sql: Transaction; session: Session; at: Date },
  {
    sid,
    ownerId,
    timezone,
    isChangeable,
  }: { sid: string; ownerId: number | null; timezone: string; isChangeable: boolean },
  questions: readonly ConsentRequest[],
): Promise<PresentedQuestion[]> {
  const firmwareIds = plainArray([...new Set(questions.map(({ firmwareId }) => firmwareId))]);
  const [companies, versions, devices] = await Promise.all([
    companyNames(
      sql,
      questions.map(({ companyId }) => companyId),
    ),
    sql<{ id: number; description: string }[]>`
      select f.id, f.description from firmware f where f.id in (select unnest(${firmwareIds}::text::int[]))`,
    seesDevices(session) ? devicesOf(sql, sid, questions) : new Map<string, PresentedDevice[]>(),
  ]);
  const mayAnswer = isChangeable && session.api === null && ownsSite(session, { ownerId });
  return questions.map(({ id, isRollout, companyId, firmwareId, askedAt, endsAt, answer, laterUntil, answeredAt }) => ({
    id,
    isRollout,
    answer,
    company: companies.get(companyId) ?? '',
    description: versions.find((one) => one.id === firmwareId)?.description ?? '',
    devices: devices.get(id) ?? [],
    askedIso: isoOf(askedAt, timezone)!,
    endsIso: isoOf(endsAt, timezone)!,
    laterIso: isoOf(laterUntil, timezone),
    answeredIso: isoOf(answeredAt, timezone),
    rights: { answer: mayAnswer && answer !== 'yes' && answer !== 'no' && at < endsAt },
  }));
}

/** Returns the devices of each question with their current and new version, by the question's id. */
export async function devicesOf(
  sql: Transaction,
  sid: string,
  questions: readonly Pick<ConsentRequest, 'id' | 'isRollout'>[],
): Promise<ReadonlyMap<string, PresentedDevice[]>> {
  const ids = (isRollout: boolean) =>
    textArray(questions.filter((one) => one.isRollout === isRollout).map(({ id }) => id));
  const rows = await sql<(PresentedDevice & { id: string })[]>`
    select r.rollout_id as id, r.sn, d.alias, p.name as model_name, r.before, r.version_name
    from rollout_devices r join devices d on d.sid = r.sid and d.sn = r.sn join products p on p.id = d.product_id
    where r.sid = ${sid} and r.rollout_id in (select unnest(${ids(true)}::text::uuid[]))
    union all
    select c.id, c.sn, d.alias, p.name, c.firmware ->> 'before', c.firmware ->> 'versionName'
    from commands c join devices d on d.sid = c.sid and d.sn = c.sn join products p on p.id = d.product_id
    where c.sid = ${sid} and c.id in (select unnest(${ids(false)}::text::uuid[]))
    order by sn`;
  const devices = new Map<string, PresentedDevice[]>();
  for (const { id, ...device } of rows) devices.set(id, [...(devices.get(id) ?? []), device]);
  return devices;
}
