// configuration/documentation/announce: registers a document before upload; its file follows in chunks.
import { endingOf } from '@heliograph/contract/documents.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { DOCUMENT_CHUNK_BYTES } from '@heliograph/contract/limits.ts';
import { requireProducts } from '../../../documents/lockDocument.ts';
import { resolveSeries } from '../../../documents/storeDocument.ts';
import { plainFileName } from '../../../platform/files/sanitizeFileName.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationDocumentationAnnounce: Handler<'configuration/documentation/announce'> = async (
  request,
  { sql, session, at, noteAudit },
) => {
  const { title, version, languages, models, bytes, sha256 = '', replaces } = request;
  const fileName = plainFileName(request.fileName);
  const type = endingOf(fileName);
  if (!type) throw new ApiError('documentType');
  await requireProducts(sql, models);
  const { series, companyId } = await resolveSeries(sql, session, { replaces, bytes });
  const [made] = await sql<{ id: number }[]>`
    insert into documents (series, is_newest, company_id, title, version, languages, models, file_name, type, bytes, has_text,
      is_whole, told_sha256, created_by, created_at)
    values (${series}, false, ${companyId}, ${title}, ${version}, ${languages}::text[], ${models}::int[], ${fileName}, ${type},
      ${bytes}, false, true, ${sha256}, ${session.userId}, ${at})
    returning id`;
  const { id } = made!;
  const after = { title, version, languages, models, fileName, bytes, ...(replaces && { replaces }) };
  noteAudit({ object: `document ${id}`, after });
  return { id, pieceBytes: DOCUMENT_CHUNK_BYTES };
};
