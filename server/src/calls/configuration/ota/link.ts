// configuration/ota/link: URL of a firmware file, valid for this session and a few minutes.
import { ApiError } from '@heliograph/contract/errors.ts';
import { DOCUMENT_LINK_MINUTES } from '@heliograph/contract/limits.ts';
import { hashToken } from '../../../access/session.ts';
import { filePath } from '../../../access/ticketUrls.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationOtaLink: Handler<'configuration/ota/link'> = async ({ id }, { sql, session, token, at }) => {
  const [firmware] = await sql<{ fileName: string; isWhole: boolean }[]>`
    select file_name, sha256 is not null as is_whole from firmware where id = ${id}`;
  if (!firmware) throw new ApiError('firmwareNotFound');
  if (!firmware.isWhole) throw new ApiError('firmwareNotWhole');
  const endsAt = Math.floor(at.getTime() / 1000) + DOCUMENT_LINK_MINUTES * 60;
  return {
    path: filePath('firmware', { id, sessionId: session.id, endsAt }, hashToken(token)),
    fileName: firmware.fileName,
    expiresIso: new Date(endsAt * 1000).toISOString(),
  };
};
