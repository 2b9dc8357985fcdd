// configuration/ota/rollout/find: previews a roll-out or its rollback: number of devices, and reasons for leaving others out.

import { MAX_ROLLOUT_DEVICES } from '@heliograph/contract/rollouts.ts';
import { companyNames } from '../../../../access/namedPeople.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import { CONTROLLABLE } from '../../../../commands/controllableDevices.ts';
import { mayControl } from '../../../../commands/controlRights.ts';
import type { Session } from '../../../../context.ts';
import { defaultRequiresConsent, isOthers } from '../../../../firmware/consent/consentRequests.ts';
import { chooseDevices, rolloutScope } from '../../../../firmware/rollouts/chooseDevices.ts';
import type { Transaction } from '../../../../platform/database/connect.ts';
import type { Handler } from '../../../../platform/handler.ts';

const MAX_CHOICES = 50;

export const configurationOtaRolloutFind: Handler<'configuration/ota/rollout/find'> = async (
  request,
  { sql, session },
) => {
  const { firmware, chosen, leftOut, missing, versions, hardwares, isTooMany } = await chooseDevices(
    sql,
    session,
    request,
  );
  const places =
    request.returns === undefined && seesDevices(session)
      ? await placesOf(sql, session, firmware.model, request.filters)
      : { companies: [], countries: [] };
  const targets = new Map<string, number>();
  for (const { target } of chosen) targets.set(target.versionName, (targets.get(target.versionName) ?? 0) + 1);
  return {
    devices: chosen.length,
    isTooMany: isTooMany || chosen.length > MAX_ROLLOUT_DEVICES,
    leftOut: mostFirst(leftOut).map(([reason, devices]) => ({ reason, devices })),
    targets: mostFirst(targets).map(([versionName, devices]) => ({ versionName, devices })),
    missing: mostFirst(missing).map(([versionName, devices]) => ({ versionName, devices })),
    versions: namedChoices(versions),
    hardwares: namedChoices(hardwares),
    ...places,
    owned: chosen.filter(({ ownerId }) => isOthers(ownerId, session.userId)).length,
    asksOwners: defaultRequiresConsent({ isForced: firmware.isForced, isBack: request.returns !== undefined }),
    needsSecondFactor: !mayControl(session),
  };
};

const mostFirst = <Key>(counts: ReadonlyMap<Key, number>) =>
  [...counts].toSorted((one, other) => other[1] - one[1]).slice(0, MAX_CHOICES);

/** Skips the empty name of devices that did not report one. */
const namedChoices = (counts: ReadonlyMap<string, number>) =>
  mostFirst(counts).flatMap(([name, devices]) => (name === '' ? [] : [{ name, devices }]));

/** Companies and countries to choose from, regardless of those selected now. */
async function placesOf(
  sql: Transaction,
  session: Session,
  model: number,
  filters: Parameters<typeof rolloutScope>[3],
) {
  const { where } = await rolloutScope(sql, session, model, {
    ...filters,
    company: undefined,
    country_code: undefined,
  });
  const rows = await sql<{ companyId: number; country: string; devices: number }[]>`
    select s.company_id, s.country_code as country, count(*)::int as devices
    from ${CONTROLLABLE(sql)} join sites s on s.sid = d.sid where ${where} group by 1, 2`;
  const companies = new Map<number, number>();
  const countries = new Map<string, number>();
  for (const { companyId, country, devices } of rows) {
    companies.set(companyId, (companies.get(companyId) ?? 0) + devices);
    countries.set(country, (countries.get(country) ?? 0) + devices);
  }
  const ids = mostFirst(companies);
  const names = await companyNames(
    sql,
    ids.map(([id]) => id),
  );
  return {
    companies: ids.flatMap(([id, devices]) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name, devices }];
    }),
    countries: namedChoices(countries),
  };
}
