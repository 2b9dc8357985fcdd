// device/list/noReg/forget: deletes a number of no plant with its stored data, and a gateway's attached devices with it.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../../platform/handler.ts';

/** Maximum of an announcement. */
const MAX_CHILDREN = 1_000;

export const deviceListNoRegForget: Handler<'device/list/noReg/forget'> = async ({ sn }, caller) => {
  const { sql, session } = caller;
  // Only administrators may do this, whatever permissions the role has.
  if (session.scope !== 'all') throw new ApiError('forbidden');
  const [number] = await sql<{ sid: string | null }[]>`select sid from serial_numbers where sn = ${sn}`;
  if (number && number.sid !== null) throw new ApiError('serialNumberTaken', { sn });
  const [forgotten] = await sql<{ numbers: number; frames: number }[]>`
    select numbers, frames from forget_number(${sn}, ${MAX_CHILDREN})`;
  // Unknown, never reported or restricted; or claimed just now.
  if (!forgotten || forgotten.numbers === 0) throw new ApiError('deviceNotFound');
  caller.noteAudit({ object: sn, before: { sn, ...forgotten } });
  return forgotten;
};
