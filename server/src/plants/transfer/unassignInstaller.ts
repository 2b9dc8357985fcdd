// Ends the service of plants: their installer, the installer's company and all companies above it below the operator's lose access; the plants stay with their owners.

import { randomBytes } from 'node:crypto';
import { updateAccessIndexOfLocked } from '../../access/accessIndex.ts';
import { peopleById } from '../../access/namedPeople.ts';
import { listArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { operatorsCompany, type ServiceAssignment } from './serviceAssignment.ts';

interface OwnedPlant extends Pick<ServiceAssignment, 'installerId'> {
  sid: string;
  ownerId: number;
  ownerEmail: string;
  sharedWith: readonly number[];
}

interface FormerServicer {
  id: number;
  email: string;
}

/**
 * Ends the service of these plants by the company. The change of the plants must have begun and they must be locked
 * (`lockPlants`). A constant number of statements for any number of plants. Returns the plants whose service was ended: one
 * that moved to another company meanwhile stays there.
 */
export async function unassignInstaller(
  sql: Transaction,
  plants: readonly OwnedPlant[],
  { companyId, at }: Pick<ServiceAssignment, 'companyId'> & { at: Date },
): Promise<ReadonlySet<string>> {
  if (plants.length === 0) return new Set();
  const operator = await operatorsCompany(sql);
  const people = companyId === operator ? [] : await peopleOf(sql, companyId);
  const ofCompany = new Set(people.map(({ id }) => id));
  // The owner stays a guest; the installer and other guests from the company are removed.
  const guests = plants.map(({ ownerId, installerId, sharedWith }) =>
    sharedWith.filter((guest) => guest === ownerId || (guest !== installerId && !ofCompany.has(guest))),
  );
  const rows = await sql<{ sid: string }[]>`
    update sites s set company_id = ${operator}, installer_id = null, invited_installer = '', version = s.version + 1,
      shared_with = g.guests
    from (
      select unnest(${textArray(plants.map(({ sid }) => sid))}::text::text[]) as sid, (unnest(${listArray(guests)}::text::text[]))::int[] as guests
    ) g where s.sid = g.sid and s.company_id = ${companyId} returning s.sid`;
  const ended = new Set(rows.map(({ sid }) => sid));
  const sids = [...ended].toSorted();
  await sql`delete from site_offers where kind = 'installer' and sid = any (${sids})`;
  await updateAccessIndexOfLocked(sql, sids);
  await removeRecipients(
    sql,
    plants.filter(({ sid }) => ended.has(sid)),
    people,
    at,
  );
  return ended;
}

/** Returns the members of the company, of all companies below it, and of those above it below the operator's. */
async function peopleOf(sql: Transaction, companyId: number): Promise<FormerServicer[]> {
  return await sql<FormerServicer[]>`select id, email from service_people(${companyId}::int)`;
}

/** Number of statements sent before awaiting the first answer. */
const PIPELINED = 50;

/** Removes these people from the plants' mail recipients; if a plant has no recipient left, its owner becomes one. */
async function removeRecipients(
  sql: Transaction,
  plants: readonly OwnedPlant[],
  people: readonly FormerServicer[],
  at: Date,
): Promise<void> {
  const installers = await peopleById(
    sql,
    plants.map(({ installerId }) => installerId),
  );
  const emails = people.map(({ email }) => email);
  const removed = await sql<{ sid: string; stoppedAt: Date | null }[]>`
    delete from report_recipients r using (
      select unnest(${textArray(plants.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(plants.map(({ ownerEmail }) => ownerEmail))}::text::text[]) as owner_email,
        unnest(${textArray(plants.map(({ installerId }) => installers.get(installerId ?? 0)?.email ?? ''))}::text::text[]) as installer_email
    ) g
    where r.sid = g.sid and r.email <> g.owner_email and (r.email = g.installer_email or r.email = any (${emails}::text[]))
    returning r.sid, r.stopped_at`;
  const unattended = new Set(removed.filter(({ stoppedAt }) => stoppedAt === null).map(({ sid }) => sid));
  const remaining = await sql<{ sid: string }[]>`
    select distinct sid from report_recipients where sid = any (${[...unattended]}) and stopped_at is null`;
  for (const { sid } of remaining) unattended.delete(sid);
  const toOwner = plants.filter(({ sid }) => unattended.has(sid));
  for (let from = 0; from < toOwner.length; from += PIPELINED)
    await Promise.all(
      toOwner.slice(from, from + PIPELINED).map(({ sid, ownerEmail }) =>
        sql`
          insert into report_recipients (sid, email, secret, added_at)
          values (${sid}, ${ownerEmail}, ${randomBytes(24).toString('base64url')}, ${at}) on conflict do nothing`.execute(),
      ),
    );
}
