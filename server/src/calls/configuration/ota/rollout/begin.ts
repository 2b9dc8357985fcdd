// configuration/ota/rollout/begin: stores the devices of a roll-out with the wave of each, and starts it.
import { createHash } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_ROLLOUT_DEVICES, waveSizes } from '@heliograph/contract/rollouts.ts';
import { assertMayControl, assertSimulated } from '../../../../commands/controlRights.ts';
import {
  createConsentRequest,
  defaultRequiresConsent,
  isOthers,
} from '../../../../firmware/consent/consentRequests.ts';
import { chooseDevices, type SelectedDevice } from '../../../../firmware/rollouts/chooseDevices.ts';
import { historyWith, lockRollout, mayRollOut } from '../../../../firmware/rollouts/rolloutRows.ts';
import { beginChange } from '../../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const configurationOtaRolloutBegin: Handler<'configuration/ota/rollout/begin'> = async (
  { id: firmwareId, filters, returns, devices, plan, ...request },
  { sql, session, at, noteAudit },
) => {
  assertMayControl(session);
  if (!mayRollOut(session)) throw new ApiError('forbidden');
  // Serializes concurrent roll-outs: the second finds the devices of the first in use, also across companies.
  await sql`select pg_advisory_xact_lock(hashtextextended('rollouts', 0))`;
  const { firmware, chosen, isTooMany } = await chooseDevices(sql, session, { id: firmwareId, filters, returns });
  if (isTooMany || chosen.length > MAX_ROLLOUT_DEVICES)
    throw new ApiError('tooManyRolloutDevices', { most: MAX_ROLLOUT_DEVICES });
  if (chosen.length === 0) throw new ApiError('rolloutWithoutDevices');
  if (chosen.length !== devices) throw new ApiError('rolloutHasChanged');
  for (const sid of new Set(chosen.map((device) => device.sid))) await assertSimulated(sql, session, { sid });
  const id: string = crypto.randomUUID();
  const { userId, companyId } = session;
  const asksOwners =
    request.asksOwners ?? defaultRequiresConsent({ isForced: firmware.isForced, isBack: returns !== undefined });
  const sizes = waveSizes(plan, chosen.length);
  for (const [sid, rows] of bySite(shuffleByHash(id, chosen), sizes)) {
    await beginChange(sql, sid);
    await sql`
      insert into rollout_devices ${sql(
        rows.map(({ sn, before, target, wave, place, ownerId }) => ({
          sid,
          rolloutId: id,
          sn,
          askedBy: userId,
          companyId,
          wave,
          place,
          before,
          firmwareId: target.id,
          versionName: target.versionName,
          step: asksOwners && isOthers(ownerId, userId) ? 'asking' : 'waiting',
        })),
      )}`;
    // Asks all owners at once, whatever the wave: those who agree first are updated first.
    const question = { sid, id, isRollout: true, firmwareId, versionName: firmware.versionName, companyId };
    if (asksOwners && isOthers(rows[0]!.ownerId, userId)) await createConsentRequest(sql, question, at);
  }
  await beginChange(sql, 'rollouts');
  const history = historyWith(
    { history: [] },
    { what: 'begun', at: at.toISOString(), by: userId, wave: 0, reason: '' },
  );
  await sql`
    insert into rollouts (id, firmware_id, version_name, model, returns, asked_by, company_id, acts_by, acts_for, asked_at, plan,
      asks_owners, state, waves, devices, history)
    values (${id}, ${firmwareId}, ${firmware.versionName}, ${firmware.model}, ${returns ?? null}, ${userId}, ${companyId},
      ${userId}, ${companyId}, ${at}, ${JSON.stringify(plan)}::text::jsonb, ${asksOwners}, 'running', ${sizes.length}, ${chosen.length},
      ${history}::text::jsonb)`;
  if (returns !== undefined) {
    const reverted = await lockRollout(sql, returns);
    const entry = {
      what: 'returned' as const,
      at: at.toISOString(),
      by: userId,
      wave: reverted?.wave ?? 0,
      reason: '' as const,
    };
    if (reverted)
      await sql`update rollouts set history = ${historyWith(reverted, entry)}::text::jsonb where id = ${returns}`;
  }
  noteAudit({
    object: `firmware ${firmwareId}`,
    after: {
      rollout: id,
      version: firmware.versionName,
      devices,
      plan,
      asksOwners,
      ...(returns === undefined ? {} : { returns }),
    },
  });
  return { id };
};

/** Orders devices independently of their plants, so that the first wave covers many plants. */
function shuffleByHash(id: string, chosen: readonly SelectedDevice[]): SelectedDevice[] {
  const place = ({ sid, sn }: SelectedDevice) => createHash('sha256').update(`${id} ${sid} ${sn}`).digest('hex');
  return chosen
    .map((device) => ({ device, place: place(device) }))
    .toSorted((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ device }) => device);
}

type Placed = SelectedDevice & { wave: number; place: number };

function bySite(chosen: readonly SelectedDevice[], sizes: readonly number[]): Map<string, Placed[]> {
  const sites = new Map<string, Placed[]>();
  let wave = 0;
  let end = sizes[0]!;
  for (const [place, device] of chosen.entries()) {
    if (place === end) end += sizes[++wave]!;
    sites.set(device.sid, [...(sites.get(device.sid) ?? []), { ...device, wave, place }]);
  }
  return sites;
}
