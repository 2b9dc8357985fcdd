// configuration/documentation/link: URL of a document's file, valid for this session and a few minutes.
import { ApiError } from '@heliograph/contract/errors.ts';
import { DOCUMENT_LINK_MINUTES } from '@heliograph/contract/limits.ts';
import { hashToken } from '../../../access/session.ts';
import { filePath } from '../../../access/ticketUrls.ts';
import { setDocumentReader } from '../../../documents/documents.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationDocumentationLink: Handler<'configuration/documentation/link'> = async (
  { id },
  { sql, session, token, at },
) => {
  await setDocumentReader(sql, session);
  const [document] = await sql<
    { fileName: string }[]
  >`select file_name from documents where id = ${id} and sha256 is not null`;
  if (!document) throw new ApiError('documentNotFound');
  const endsAt = Math.floor(at.getTime() / 1000) + DOCUMENT_LINK_MINUTES * 60;
  return {
    path: filePath('document', { id, sessionId: session.id, endsAt }, hashToken(token)),
    fileName: document.fileName,
    expiresIso: new Date(endsAt * 1000).toISOString(),
  };
};
