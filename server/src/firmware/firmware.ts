// Presents firmware versions in lists and on their page, and devices with the firmware they run.
import type { Response } from '@heliograph/contract/calls.ts';
import type { CommandStep } from '@heliograph/contract/commands.ts';
import type { Session } from '../context.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../platform/database/connect.ts';
import { updateStep } from './rules/versions.ts';

type Row = Response<'configuration/ota/list'>['list'][number];
type Update = Response<'configuration/ota/update'>['update'];

export interface FirmwareFacts extends Omit<Row, 'state' | 'isPublished' | 'createdIso' | 'publishedIso' | 'rights'> {
  isWhole: boolean;
  createdAt: Date;
  publishedAt: Date | null;
  createdBy: number | null;
  revision: number;
}

/** Columns of `FirmwareFacts`, selected from `firmwareTables`. */
export const firmwareColumns = (sql: Transaction): Fragment => sql`
  f.id, f.version_name, f.model, coalesce(p.name, '') as model_name, f.hardware, f.description, f.file_name, f.bytes, f.received,
  f.sha256 is not null as is_whole, coalesce(encode(f.sha256, 'hex'), '') as sha256, encode(f.signature, 'base64') as signature,
  f.is_forced, f.created_at, f.published_at, f.created_by, f.revision`;

export const firmwareTables = (sql: Transaction): Fragment => sql`firmware f left join products p on p.model = f.model`;

/** Firmware that a device runs, and its latest update. */
export interface DeviceFirmware {
  sid: string;
  sn: string;
  hardware: string;
  versionName: string;
  update: Update | null;
}

/** Whether the session may change firmware for all devices, which only portal administrators may. */
export const mayChangeFirmware = ({ scope, permissions }: Pick<Session, 'scope' | 'permissions'>): boolean =>
  scope === 'all' && permissions.has('OtaChange');

export function firmwareRowOf(
  { isWhole, createdAt, publishedAt, createdBy: _, revision: __, ...facts }: FirmwareFacts,
  session: Session,
): Row {
  return {
    ...facts,
    // The database breaks base64 into lines of 76 characters.
    signature: facts.signature.replaceAll('\n', ''),
    state: publishedAt ? 'published' : isWhole ? 'draft' : 'uploading',
    isPublished: publishedAt !== null,
    createdIso: createdAt.toISOString(),
    publishedIso: publishedAt?.toISOString() ?? null,
    rights: { update: mayChangeFirmware(session) },
  };
}

interface DeviceRow extends Omit<DeviceFirmware, 'update'> {
  command: string | null;
  state: CommandStep;
  step: 'write' | 'read';
  reason: string;
  firmware: { versionName: string };
  askedAt: Date;
  endedAt: Date | null;
}

/** Returns the firmware of devices of any plants by "<sid> <sn>"; devices that the caller may not see are missing. */
export async function firmwareOfDevices(
  sql: Transaction,
  keys: readonly { sid: string; sn: string }[],
): Promise<Map<string, DeviceFirmware>> {
  const rows = await sql<DeviceRow[]>`
    select * from seen_updates(${textArray(keys.map(({ sid }) => sid))}::text::text[],
      ${textArray(keys.map(({ sn }) => sn))}::text::text[])`;
  return new Map(
    rows.map(({ sid, sn, hardware, versionName, command, state, step, reason, firmware, askedAt, endedAt }) => {
      const update =
        command === null
          ? null
          : {
              id: command,
              step: updateStep({ state, step, reason }),
              reason,
              versionName: firmware.versionName,
              askedIso: askedAt.toISOString(),
              endedIso: endedAt?.toISOString() ?? null,
            };
      return [`${sid} ${sn}`, { sid, sn, hardware, versionName, update }];
    }),
  );
}

/** A published version as sent to devices: SHA-256 as hex, signature as base64 without line breaks. */
interface Published {
  id: number;
  versionName: string;
  model: number;
  hardware: string;
  bytes: number;
  sha256: string;
  signature: string;
  isForced: boolean;
}

/** Returns a published version; undefined when there is none or it is not published. */
export async function publishedFirmware(sql: Transaction, id: number): Promise<Published | undefined> {
  const [row] = await sql<Published[]>`
    select id, version_name, model, hardware, bytes, encode(sha256, 'hex') as sha256,
      replace(encode(signature, 'base64'), chr(10), '') as signature, is_forced
    from firmware where id = ${id} and published_at is not null`;
  return row;
}
