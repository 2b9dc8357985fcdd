// Selects the devices of a roll-out from those a filter matches, or, for a roll-back, from those that the roll-out has updated.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_SCANNED_DEVICES, type RolloutSkip } from '@heliograph/contract/rollouts.ts';
import { editableSites } from '../../access/accessibleSites.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { CONTROLLABLE, takingFirmware } from '../../commands/controllableDevices.ts';
import type { Session } from '../../context.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { allOf, contains, startsWith } from '../../platform/database/paging.ts';
import { firmwareOfDevices } from '../firmware.ts';
import { compareVersions, fitOf } from '../rules/versions.ts';
import { accessibleRollouts } from './accessibleRollouts.ts';
import { rolloutsWhere } from './rolloutRows.ts';
import { skipOf } from './rules/rollout.ts';

export interface Version {
  id: number;
  versionName: string;
  model: number;
  hardware: string;
  /** A required version: devices install it unless they run a newer one. */
  isForced: boolean;
}

export interface SelectedDevice {
  sid: string;
  sn: string;
  before: string;
  target: Version;
  ownerId: number | null;
}

export interface DeviceSelection {
  firmware: Version;
  chosen: SelectedDevice[];
  leftOut: Map<RolloutSkip, number>;
  /** For a roll-back, versions that are missing in the portal, with their number of devices. */
  missing: Map<string, number>;
  /** Number of scanned devices by version and by hardware. */
  versions: Map<string, number>;
  hardwares: Map<string, number>;
  /** Whether there are more devices than are scanned. */
  isTooMany: boolean;
}

interface Candidate {
  sid: string;
  sn: string;
  isOff: boolean;
  ownerId: number | null;
  /** For a roll-back, the version before the update. */
  before: string;
}

type Selection = Pick<ParsedRequest<'configuration/ota/rollout/find'>, 'id' | 'filters' | 'returns'>;

/** A condition on `CONTROLLABLE` with `sites s`: devices of the product that accept firmware, in plants that the session may change. */
export async function rolloutScope(
  sql: Transaction,
  session: Session,
  model: number,
  filters: Selection['filters'],
): Promise<{ where: Fragment }> {
  const { fragment: acceptsFirmware } = await takingFirmware(sql);
  const { keywords, company, country_code: country } = filters;
  const where = allOf(sql, [
    sql`p.model = ${model} and d.removed_at is null and ${acceptsFirmware} and ${editableSites(sql, session)}`,
    keywords !== undefined &&
      sql`(${contains(sql, sql`s.name`, keywords)} or ${contains(sql, sql`d.alias`, keywords)} or ${startsWith(sql, sql`d.sn`, keywords)})`,
    company !== undefined && sql`s.company_id = ${company}`,
    country !== undefined && sql`s.country_code = ${country}`,
  ]);
  return { where };
}

/** Returns the selected devices in the order of their plants; refuses with firmwareNotFound, rolloutNotFound or rolloutNotEnded. */
export async function chooseDevices(
  sql: Transaction,
  session: Session,
  { id, filters, returns }: Selection,
): Promise<DeviceSelection> {
  const [firmware] = await sql<Version[]>`
    select id, version_name, model, hardware, is_forced from firmware where id = ${id} and published_at is not null`;
  if (!firmware && returns === undefined) throw new ApiError('firmwareNotFound');
  const choice: Omit<DeviceSelection, 'firmware'> = {
    chosen: [],
    leftOut: new Map(),
    missing: new Map(),
    versions: new Map(),
    hardwares: new Map(),
    isTooMany: false,
  };
  if (returns !== undefined) return await chooseReturns(sql, session, choice, { id, returns });
  if (!seesDevices(session)) return { ...choice, firmware: firmware! };
  const { where } = await rolloutScope(sql, session, firmware!.model, filters);
  const candidates = await sql<Candidate[]>`
    select d.sid, d.sn, s.control_off_at is not null as is_off, s.owner_id, '' as before
    from ${CONTROLLABLE(sql)} join sites s on s.sid = d.sid where ${where}
    order by d.sid, d.sn limit ${MAX_SCANNED_DEVICES + 1}`;
  choice.isTooMany = candidates.length > MAX_SCANNED_DEVICES;
  await classifyDevices(sql, choice, candidates, ({ isOff }, current) => {
    if (filters.hardware !== undefined && current.hardware !== filters.hardware) return null;
    if (filters.version !== undefined && current.versionName !== filters.version) return null;
    return skipOf(fitOf(current, firmware!), false) ?? (isOff ? 'controlIsOff' : firmware!);
  });
  return { ...choice, firmware: firmware! };
}

type Current = { hardware: string; versionName: string };

/** Adds each device to the choice. `judge` returns its target version, the reason to leave it out, or null when the filter does not match. */
async function classifyDevices(
  sql: Transaction,
  choice: Omit<DeviceSelection, 'firmware'>,
  candidates: readonly Candidate[],
  judge: (device: Candidate, current: Current) => Version | RolloutSkip | null,
): Promise<void> {
  const scanned = candidates.slice(0, MAX_SCANNED_DEVICES);
  const reported = await firmwareOfDevices(sql, scanned);
  const inRollout = await devicesInRollouts(sql, scanned);
  for (const device of scanned) {
    const key = `${device.sid} ${device.sn}`;
    const { hardware = '', versionName = '', update = null } = reported.get(key) ?? {};
    count(choice.versions, versionName);
    count(choice.hardwares, hardware);
    const judgement = judge(device, { hardware, versionName });
    if (judgement === null) continue;
    const isOpen = update !== null && update.step !== 'updated' && update.step !== 'failed';
    const target =
      typeof judgement === 'string'
        ? judgement
        : inRollout.has(key)
          ? 'inRollout'
          : isOpen
            ? 'updatePending'
            : judgement;
    if (typeof target === 'string') count(choice.leftOut, target);
    else choice.chosen.push({ sid: device.sid, sn: device.sn, before: versionName, target, ownerId: device.ownerId });
  }
}

async function chooseReturns(
  sql: Transaction,
  session: Session,
  choice: Omit<DeviceSelection, 'firmware'>,
  { id, returns }: { id: number; returns: string },
): Promise<DeviceSelection> {
  const [rollout] = await rolloutsWhere(
    sql,
    sql`u.id = ${returns} and u.firmware_id = ${id} and ${accessibleRollouts(sql, session)}`,
  );
  if (!rollout || rollout.returns !== null) throw new ApiError('rolloutNotFound');
  if (rollout.state === 'running' || rollout.state === 'paused') throw new ApiError('rolloutNotEnded');
  const { model, versionName } = rollout;
  const firmware = { id, versionName, model, hardware: '', isForced: false };
  if (!seesDevices(session)) return { ...choice, firmware };
  const { where } = await rolloutScope(sql, session, model, {} as Selection['filters']);
  const [candidates, versions] = await Promise.all([
    sql<Candidate[]>`
      select d.sid, d.sn, s.control_off_at is not null as is_off, s.owner_id, r.before
      from ${CONTROLLABLE(sql)} join sites s on s.sid = d.sid
        join rollout_devices r on r.sid = d.sid and r.sn = d.sn and r.rollout_id = ${returns} and r.step not in ('asking', 'waiting', 'skipped')
      where ${where} order by d.sid, d.sn limit ${MAX_SCANNED_DEVICES}`,
    sql<Version[]>`
      select id, version_name, model, hardware, is_forced from firmware where model = ${model} and published_at is not null
      order by hardware = '', id`,
  ]);
  // Includes devices that reported too late to count: the version they run now shows whether they were updated.
  await classifyDevices(sql, choice, candidates, ({ before, isOff }, current) => {
    if (compareVersions(current.versionName, versionName) !== 0) return 'otherVersion';
    const target = versions.find(
      (one) =>
        compareVersions(one.versionName, before) === 0 && (one.hardware === '' || one.hardware === current.hardware),
    );
    if (!target) count(choice.missing, before);
    if (!target) return 'firmwareNotFound';
    return skipOf(fitOf(current, target), true) ?? (isOff ? 'controlIsOff' : target);
  });
  return { ...choice, firmware };
}

/** Returns the keys of devices that are open in another roll-out. */
async function devicesInRollouts(sql: Transaction, devices: readonly Candidate[]): Promise<Set<string>> {
  const rows = await sql<{ sid: string; sn: string }[]>`
    select r.sid, r.sn from rollout_devices r join (
      select unnest(${textArray(devices.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(devices.map(({ sn }) => sn))}::text::text[]) as sn
    ) g on r.sid = g.sid and r.sn = g.sn
    where r.step in ('asking', 'waiting', 'queued', 'downloading', 'verified')`;
  return new Set(rows.map(({ sid, sn }) => `${sid} ${sn}`));
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
