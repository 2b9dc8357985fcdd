// The turn of one device: asked by a command of its own, or skipped with its reason; the rules of a single update are looked at again.
import { Refusal } from '@heliograph/contract/errors.ts';
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
import { writeBegin } from './auditAutomaticStep.ts';
import { lockedRollout, type Rollout } from './rolloutRows.ts';
import { skipOf } from './rules/rollout.ts';

export interface DeviceKey {
  sid: string;
  sn: string;
}

interface Row {
  firmwareId: number;
  askedAt: Date | null;
}

/** False: nothing changed, as it has had its turn, the roll-out is elsewhere by now, or its gateway's queue is full. */
export async function updateDevice(
  { sql, clock, nudges }: Context,
  { id, wave, actor }: { id: string; wave: number; actor: Actor },
  key: DeviceKey,
): Promise<boolean> {
  const at = clock.now();
  const isMoved = await sql.begin(async (tx) => {
    const rollout = await lockedRollout(tx, id);
    if (rollout?.state !== 'running' || rollout.wave !== wave) return false;
    const [row] = await tx<Row[]>`
      select d.firmware_id, d.asked_at from rollout_devices d
      where d.sid = ${key.sid} and d.rollout_id = ${id} and d.sn = ${key.sn} and d.step = 'waiting'`;
    if (!row) return false;
    const skip = await ask(tx, rollout, { ...key, ...row, actor }, at);
    if (skip === undefined) return true;
    const { sid, sn } = key;
    const isOver = row.askedAt !== null && at.getTime() >= row.askedAt.getTime() + rollout.plan.withinH * 3_600_000;
    if (skip === 'commandQueueFull' && !isOver) {
      await tx`
        update rollout_devices set asked_at = coalesce(asked_at, ${at}) where sid = ${sid} and rollout_id = ${id} and sn = ${sn}`;
      return false;
    }
    await tx`
      update rollout_devices set step = 'skipped', reason = ${skip}, asked_at = ${at}, ended_at = ${at}
      where sid = ${sid} and rollout_id = ${id} and sn = ${sn}`;
    return true;
  });
  if (isMoved) nudges.tell([key.sid, rolloutChannel(id)]);
  return isMoved as boolean;
}

/** Undefined: it was asked. */
async function ask(
  tx: Transaction,
  rollout: Rollout,
  { sid, sn, firmwareId, actor }: DeviceKey & Row & { actor: Actor },
  at: Date,
): Promise<RolloutSkip | undefined> {
  try {
    const { ownerId } = await lockEditableSite(tx, actor, sid);
    if (rollout.asksOwners && isOthers(ownerId, rollout.askedBy) && !(await hasAgreed(tx, rollout, sid))) {
      // It has got an owner, or another one, since.
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
    const runs = await runsOf(tx, { sid, sn, gatewaySn: device.gatewaySn });
    const isRollback = rollout.returns !== null;
    if (isRollback && compareVersions(runs.versionName, rollout.versionName) !== 0) return 'otherVersion';
    const skip = skipOf(fitOf(runs, firmware), isRollback);
    if (skip) return skip;
    const { model: _, hardware: __, isForced: ___, ...rest } = firmware;
    const order = { ...rest, before: runs.versionName };
    const command = await enqueueUpdate(tx, actor, { sid, sn, firmware: order }, at);
    await tx`
      update rollout_devices set step = 'queued', reason = '', command = ${command}, before = ${runs.versionName}, asked_at = ${at}
      where sid = ${sid} and rollout_id = ${rollout.id} and sn = ${sn}`;
    const after = {
      command,
      sn,
      firmware: firmware.id,
      version: firmware.versionName,
      ...(isRollback ? { isRollback } : {}),
    };
    await writeBegin(tx, rollout, { sid, version: runs.versionName, after }, at);
    return undefined;
  } catch (error) {
    const skip = error instanceof Refusal ? SKIPS[error.word] : undefined;
    if (!skip) throw error;
    return skip;
  }
}

const SKIPS: Partial<Record<Refusal['word'], RolloutSkip>> = {
  siteNotFound: 'notThere',
  siteReadOnly: 'notThere',
  notControllable: 'notControllable',
  updatePending: 'updatePending',
  commandQueueFull: 'commandQueueFull',
};

/** As its gateway, or it itself, announced it last. */
async function runsOf(
  tx: Transaction,
  { sid, sn, gatewaySn }: DeviceKey & { gatewaySn: string },
): Promise<{ hardware: string; versionName: string }> {
  const [gateway] = await tx<
    { hardware: string; firmware: string; children: { sn: string; hardware?: string; firmware?: string }[] }[]
  >`
    select hardware, firmware, children from gateways where sid = ${sid} and sn = ${gatewaySn === '' ? sn : gatewaySn}`;
  const told = gatewaySn === '' ? gateway : gateway?.children.find((child) => child.sn === sn);
  return { hardware: told?.hardware ?? '', versionName: told?.firmware ?? '' };
}

async function hasAgreed(tx: Transaction, { id }: Rollout, sid: string): Promise<boolean> {
  const rows = await tx`
    select from update_questions q join sites s on s.sid = q.sid
    where q.sid = ${sid} and q.id = ${id} and ${currentAnswer(tx)} = 'yes'`;
  return rows.length > 0;
}
