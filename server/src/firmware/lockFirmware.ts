// Locks a firmware version that the session may change until the end of the transaction.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Session } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { beginChange } from '../platform/database/rlsSettings.ts';
import { mayChangeFirmware } from './firmware.ts';

export interface LockedFirmware {
  id: number;
  versionName: string;
  model: number;
  hardware: string;
  description: string;
  fileName: string;
  bytes: number;
  received: number;
  isWhole: boolean;
  publishedAt: Date | null;
  isForced: boolean;
  revision: number;
}

/** Allows the transaction to change firmware; refuses with forbidden. */
export async function allowFirmwareChange(sql: Transaction, session: Session): Promise<void> {
  if (!mayChangeFirmware(session)) throw new ApiError('forbidden');
  await beginChange(sql, 'firmware');
}

export async function lockFirmware(sql: Transaction, session: Session, id: number): Promise<LockedFirmware> {
  await allowFirmwareChange(sql, session);
  const [firmware] = await sql<LockedFirmware[]>`
    select id, version_name, model, hardware, description, file_name, bytes, received, sha256 is not null as is_whole,
      published_at, is_forced, revision
    from firmware where id = ${id} for update`;
  if (!firmware) throw new ApiError('firmwareNotFound');
  return firmware;
}
