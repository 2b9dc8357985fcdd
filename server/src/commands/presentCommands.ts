// Presents commands in API responses.

import type { Response } from '@heliograph/contract/calls.ts';
import { isOpen, OUTPUT_UNITS } from '@heliograph/contract/commands.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';
import { peopleById } from '../access/namedPeople.ts';
import type { Session } from '../context.ts';
import { isoOf } from '../platform/calendar/times.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { controlState, readControlSwitch } from './controlRights.ts';

export type PresentedCommand = Response<'gateway/commands/list'>['list'][number];

/** `isChangeable`: whether the session may change the plant; guests see no user names. */
export async function presentCommands(
  { sql, session }: { sql: Transaction; session: Session },
  { sid, isChangeable }: { sid: string; isChangeable: boolean },
  commands: readonly Command[],
): Promise<PresentedCommand[]> {
  const site = await readControlSwitch(sql, sid);
  const { mayWrite, mayApprove } = controlState(session, site, isChangeable);
  const people = await peopleById(
    sql,
    isChangeable ? commands.flatMap(({ askedBy, answeredBy }) => [askedBy, answeredBy]) : [],
  );
  const emailOf = (id: number | null) => people.get(id ?? 0)?.email ?? '';
  const catalogues = await cataloguesOf(sql, sid, [...new Set(commands.map(({ sn }) => sn))]);
  const iso = (at: Date | null) => isoOf(at, site.timezone);
  return commands.map((command) => {
    const { id, sn, gatewaySn, action, state, reason, parameters, before, readBack, isProtected, returns, byRule } =
      command;
    const { firmware, standsFor } = command;
    return {
      id,
      sn,
      gatewaySn,
      action,
      state,
      reason,
      isProtected,
      returns,
      byRule,
      standsFor,
      isIssued: state === 'readBack',
      firmware: firmware && { versionName: firmware.versionName, before: firmware.before },
      changes: Object.entries(parameters).map(([name, requested]) => ({
        name,
        ...titled(catalogues.get(sn), name),
        wanted: requested,
        before: before[name] ?? null,
        readBack: readBack?.[name] ?? null,
      })),
      askedBy: emailOf(command.askedBy),
      askedIso: iso(command.askedAt)!,
      answeredBy: emailOf(command.answeredBy),
      answeredIso: iso(command.answeredAt),
      startsIso: iso(command.startsAt),
      issuedIso: iso(command.issuedAt),
      acceptedIso: iso(command.acceptedAt),
      endedIso: iso(command.endedAt),
      expiresIso: iso(command.expiresAt)!,
      rights: {
        approve: mayApprove && state === 'draft' && action !== 'update' && isSecondPerson(session, command),
        withdraw: mayWrite && isOpen(state) && (state === 'draft' || state === 'approved'),
      },
    };
  });
}

async function cataloguesOf(
  sql: Transaction,
  sid: string,
  sns: readonly string[],
): Promise<ReadonlyMap<string, readonly ProductParameter[]>> {
  const rows = await sql<{ sn: string; parameters: ProductParameter[] }[]>`
    select d.sn, p.parameters from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return new Map(rows.map(({ sn, parameters }) => [sn, parameters]));
}

/** Returns the title and unit of a parameter; one that is no longer in the catalogue has its name as title. */
function titled(catalogue: readonly ProductParameter[] = [], name: string) {
  const parameter = catalogue.find((one) => one.name === name);
  if (parameter) return { title: parameter.title, unit: parameter.unit };
  const unit = name in OUTPUT_UNITS ? OUTPUT_UNITS[name as keyof typeof OUTPUT_UNITS] : ('' as const);
  return { title: name, unit };
}

/** Whether the session's user is in the company of the command's requester, but not the requester. */
export const isSecondPerson = (
  { userId, companyId }: Pick<Session, 'userId' | 'companyId'>,
  command: Pick<Command, 'askedBy' | 'companyId'>,
): boolean => command.askedBy !== userId && command.companyId === companyId;
