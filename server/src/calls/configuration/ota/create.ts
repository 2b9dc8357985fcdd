// configuration/ota/create: registers a firmware version; its file follows in chunks.
import { ApiError } from '@heliograph/contract/errors.ts';
import { FIRMWARE_CHUNK_BYTES, MAX_FIRMWARE } from '@heliograph/contract/firmware.ts';
import { requireProducts } from '../../../documents/lockDocument.ts';
import { allowFirmwareChange } from '../../../firmware/lockFirmware.ts';
import { plainFileName } from '../../../platform/files/sanitizeFileName.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaCreate: Handler<'configuration/ota/create'> = async (
  { versionName, model, hardware, description, fileName: given, bytes, signature, isForced },
  { sql, session, at, context, noteAudit },
) => {
  await allowFirmwareChange(sql, session);
  // Without keys no signature could ever be verified.
  if (context.config.firmwareKeys.length === 0) throw new ApiError('firmwareSignature');
  await requireProducts(sql, [model]);
  const [count] = await sql<{ n: number }[]>`select count(*)::int as n from firmware`;
  if (count!.n >= MAX_FIRMWARE) throw new ApiError('tooManyFirmware', { most: MAX_FIRMWARE });
  const fileName = plainFileName(given);
  const [made] = await sql<{ id: number }[]>`
    insert into firmware (version_name, model, hardware, description, file_name, bytes, signature, is_forced, created_by, created_at)
    values (${versionName}, ${model}, ${hardware}, ${description}, ${fileName}, ${bytes},
      decode(${signature}, 'base64'), ${isForced}, ${session.userId}, ${at})
    on conflict (model, hardware, version_name) do nothing returning id`;
  if (!made) throw new ApiError('firmwareExists', { version: versionName });
  noteAudit({
    object: `firmware ${made.id}`,
    after: { versionName, model, hardware, description, fileName, bytes, isForced },
  });
  return { id: made.id, pieceBytes: FIRMWARE_CHUNK_BYTES };
};
