// Pure functions that compare versions, rate a version for a device, and derive the step of an update.
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { FirmwareFit, UpdateStep } from '@heliograph/contract/firmware.ts';

/** Splits a version into its numbers and words in order: "v1.10.0-rc2" is 1, 10, 0, rc, 2. */
const partsOf = (version: string): (number | string)[] =>
  (
    version
      .toLowerCase()
      .replace(/^v(?=\d)/, '')
      .match(/\d+|[a-z]+/g) ?? []
  ).map((part) => (/^\d/.test(part) ? Number(part) : part));

/** Returns a negative number when the left version is older. A word sorts before any number, as a release candidate precedes its release. */
export function compareVersions(left: string, right: string): number {
  const [leftParts, rightParts] = [partsOf(left), partsOf(right)];
  for (let n = 0; n < Math.max(leftParts.length, rightParts.length); n++) {
    const [a, b] = [leftParts[n] ?? 0, rightParts[n] ?? 0];
    if (a === b) continue;
    if (typeof a !== typeof b) return typeof a === 'string' ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}

interface Device {
  hardware: string;
  versionName: string;
}

/** Rates a version for a device of its model. */
export function fitOf(device: Device, firmware: Device): FirmwareFit {
  if (device.versionName === '') return 'unknown';
  if (firmware.hardware !== '' && firmware.hardware !== device.hardware) return 'otherHardware';
  if (device.versionName === firmware.versionName) return 'same';
  // Versions that differ only in notation compare as the same: neither is newer.
  const order = compareVersions(firmware.versionName, device.versionName);
  return order > 0 ? 'newer' : order < 0 ? 'older' : 'same';
}

interface Command {
  state: CommandStep;
  step: 'write' | 'read';
  reason: string;
}

/** Returns the step of an update from its command: a device accepts it when it begins the download, and reports it done when the file is verified. */
export function updateStep(command: Command): UpdateStep {
  const { state } = command;
  // An update waits as a draft only for the owner's consent.
  if (state === 'draft') return 'asking';
  if (state === 'readBack') return 'updated';
  if (state === 'failed' || state === 'expired') return 'failed';
  if (isVerified(command)) return 'verified';
  return state === 'accepted' ? 'downloading' : 'queued';
}

/** Whether an open update is verified by its device. One that the owner has halted is not resent and has a reason: the device has not reported it done. */
export const isVerified = ({ step, reason }: Pick<Command, 'step' | 'reason'>): boolean =>
  step === 'read' && reason === '';
