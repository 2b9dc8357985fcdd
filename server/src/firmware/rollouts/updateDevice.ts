// Updates one device of a roll-out by its own command, or skips it with a reason, after rechecking the rules of a single update.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { RolloutSkip } from '@heliograph/contract/rollouts.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { readControlSwitch } from '../../commands/controlRights.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { createConsentRequest, currentAnswer, isOthers } from '../consent/consentRequests.ts';
import { enqueueUpdate } from '../enqueueUpdate.ts';
import { publishedFirmware } from '../firmware.ts';
import { compareVersions, fitOf } from '../rules/versions.ts';
import { rolloutChannel } from './accessibleRollouts.ts';
import type { Actor } from './actor.ts';
import { auditUpdateStart } from './auditAutomaticStep.ts';
import { lockRollout, type Rollout } from './rolloutRows.ts';
import { skipOf } from './rules/rollout.ts';

export interface DeviceKey {
  sid: string;
  sn: string;
}

interface Row {
  firmwareId: number;
  askedAt: Date | null;
}

/** Returns false when nothing changed because the device was already processed, the roll-out is no longer in this wave, or the gateway's queue is full. */
export async function updateDevice(
  { sql, clock, nudges }: Context,
  { id, wave, actor }: { id: string; wave: number; actor: Actor },
  key: DeviceKey,
): Promise<boolean> {
  const at = clock.now();
  const isChanged = await sql.begin(async (tx) => {
    const rollout = await lockRollout(tx, id);
    if (rollout?.state !== 'running' || rollout.wave !== wave) return false;
    const [row] = await tx<Row[]>`
      select d.firmware_id, d.asked_at from rollout_devices d
      where d.sid = ${key.sid} and d.rollout_id = ${id} and d.sn = ${key.sn} and d.step = 'waiting'`;
    if (!row) return false;
    const skip = await beginUpdate(tx, rollout, { ...key, ...row, actor }, at);
    if (skip === undefined) return true;
    const { sid, sn } = key;
    const isTimedOut = row.askedAt !== null && at.getTime() >= row.askedAt.getTime() + rollout.plan.withinH * 3_600_000;
    if (skip === 'commandQueueFull' && !isTimedOut) {
      await tx`
        update rollout_devices set asked_at = coalesce(asked_at, ${at}) where sid = ${sid} and rollout_id = ${id} and sn = ${sn}`;
      return false;
    }
    await tx`
      update rollout_devices set step = 'skipped', reason = ${skip}, asked_at = ${at}, ended_at = ${at}
      where sid = ${sid} and rollout_id = ${id} and sn = ${sn}`;
    return true;
  });
  if (isChanged) nudges.publish([key.sid, rolloutChannel(id)]);
  return isChanged as boolean;
}

/** Begins the update, or asks the owner first; returns the reason to skip the device instead. */
async function beginUpdate(
  tx: Transaction,
  rollout: Rollout,
  { sid, sn, firmwareId, actor }: DeviceKey & Row & { actor: Actor },
  at: Date,
): Promise<RolloutSkip | undefined> {
  try {
    const { ownerId } = await lockEditableSite(tx, actor, sid);
    if (rollout.asksOwners && isOthers(ownerId, rollout.askedBy) && !(await hasAgreed(tx, rollout, sid))) {
      // The plant has a new owner since.
      await createConsentRequest(tx, { ...rollout, sid, isRollout: true }, at);
      await tx`
        update rollout_devices set step = 'asking' where sid = ${sid} and rollout_id = ${rollout.id} and sn = ${sn}`;
      return undefined;
    }
    if ((await readControlSwitch(tx, sid)).offAt) return 'controlIsOff';
    const firmware = await publishedFirmware(tx, firmwareId);
    if (!firmware) return 'firmwareNotFound';
    const [device] = await tx<{ model: number; gatewaySn: string }[]>`
      select p.model, d.gateway_sn from devices d join products p on p.id = d.product_id
      where d.sid = ${sid} and d.sn = ${sn} and d.removed_at is null`;
    if (device?.model !== firmware.model) return 'notThere';
    const current = await announcedFirmware(tx, { sid, sn, gatewaySn: device.gatewaySn });
    const isRollback = rollout.returns !== null;
    if (isRollback && compareVersions(current.versionName, rollout.versionName) !== 0) return 'otherVersion';
    const skip = skipOf(fitOf(current, firmware), isRollback);
    if (skip) return skip;
    const { model: _, hardware: __, isForced: ___, ...rest } = firmware;
    const order = { ...rest, before: current.versionName };
    const command = await enqueueUpdate(tx, actor, { sid, sn, firmware: order }, at);
    await tx`
      update rollout_devices set step = 'queued', reason = '', command = ${command}, before = ${current.versionName}, asked_at = ${at}
      where sid = ${sid} and rollout_id = ${rollout.id} and sn = ${sn}`;
    const after = {
      command,
      sn,
      firmware: firmware.id,
      version: firmware.versionName,
      ...(isRollback ? { isRollback } : {}),
    };
    await auditUpdateStart(tx, rollout, { sid, version: current.versionName, after }, at);
    return undefined;
  } catch (error) {
    const skip = error instanceof ApiError ? SKIPS[error.word] : undefined;
    if (!skip) throw error;
    return skip;
  }
}

const SKIPS: Partial<Record<ApiError['word'], RolloutSkip>> = {
  siteNotFound: 'notThere',
  siteReadOnly: 'notThere',
  notControllable: 'notControllable',
  updatePending: 'updatePending',
  commandQueueFull: 'commandQueueFull',
};

/** Returns the hardware and version that the device or its gateway announced last, '' when unknown. */
async function announcedFirmware(
  tx: Transaction,
  { sid, sn, gatewaySn }: DeviceKey & { gatewaySn: string },
): Promise<{ hardware: string; versionName: string }> {
  const [gateway] = await tx<
    { hardware: string; firmware: string; children: { sn: string; hardware?: string; firmware?: string }[] }[]
  >`
    select hardware, firmware, children from gateways where sid = ${sid} and sn = ${gatewaySn === '' ? sn : gatewaySn}`;
  const announced = gatewaySn === '' ? gateway : gateway?.children.find((child) => child.sn === sn);
  return { hardware: announced?.hardware ?? '', versionName: announced?.firmware ?? '' };
}

async function hasAgreed(tx: Transaction, { id }: Rollout, sid: string): Promise<boolean> {
  const rows = await tx`
    select from update_questions q join sites s on s.sid = q.sid
    where q.sid = ${sid} and q.id = ${id} and ${currentAnswer(tx)} = 'yes'`;
  return rows.length > 0;
}
