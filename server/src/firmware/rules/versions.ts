// Which version is newer, what a version would be to a device, and how far an update is: pure.
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { FirmwareFit, UpdateStep } from '@heliograph/contract/firmware.ts';

/** Numbers and words of a version in order: "v1.10.0-rc2" is 1, 10, 0, rc, 2. */
const partsOf = (version: string): (number | string)[] =>
  (
    version
      .toLowerCase()
      .replace(/^v(?=\d)/, '')
      .match(/\d+|[a-z]+/g) ?? []
  ).map((part) => (/^\d/.test(part) ? Number(part) : part));

/** Below zero: the left one is older. A word is before any number, as a release candidate is before its release. */
export function compareVersions(left: string, right: string): number {
  const [one, other] = [partsOf(left), partsOf(right)];
  for (let n = 0; n < Math.max(one.length, other.length); n++) {
    const [a, b] = [one[n] ?? 0, other[n] ?? 0];
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

/** Of a version of the device's own model. */
export function fitOf(device: Device, firmware: Device): FirmwareFit {
  if (device.versionName === '') return 'unknown';
  if (firmware.hardware !== '' && firmware.hardware !== device.hardware) return 'otherHardware';
  if (device.versionName === firmware.versionName) return 'same';
  // Versions that differ only in how they are written are the same to whoever compares them: neither is newer.
  const order = compareVersions(firmware.versionName, device.versionName);
  return order > 0 ? 'newer' : order < 0 ? 'older' : 'same';
}

interface Command {
  state: CommandStep;
  step: 'write' | 'read';
  reason: string;
}

/** By the command: the device accepts when it begins to download, and says that it is done when all of it was found right. */
export function updateStep(command: Command): UpdateStep {
  const { state } = command;
  // Of updates nothing else waits for somebody.
  if (state === 'draft') return 'asking';
  if (state === 'readBack') return 'updated';
  if (state === 'failed' || state === 'expired') return 'failed';
  if (isVerified(command)) return 'verified';
  return state === 'accepted' ? 'downloading' : 'queued';
}

/** Of one that is open. What an owner has halted is not sent again, and has a reason: the device has not said that it is done. */
export const isVerified = ({ step, reason }: Pick<Command, 'step' | 'reason'>): boolean =>
  step === 'read' && reason === '';
