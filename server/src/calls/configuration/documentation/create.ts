// configuration/documentation/create: stores a document and its extracted text; as a new version it replaces the previous one as newest.
import { createHash } from 'node:crypto';
import { endingOf } from '@heliograph/contract/documents.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { requireProducts, writeHead } from '../../../documents/lockDocument.ts';
import { hasText, resolveSeries, textsOf, writeChunks, writeTexts } from '../../../documents/storeDocument.ts';
import { plainFileName } from '../../../platform/files/sanitizeFileName.ts';
import type { Handler } from '../../../platform/handler.ts';
import { singleChunk } from '../../../platform/outbound/virusScanner.ts';

export const configurationDocumentationCreate: Handler<'configuration/documentation/create'> = async (
  request,
  caller,
) => {
  const { session, at, read, finish } = caller;
  const { title, version, languages, models, file, replaces } = request;
  const fileName = plainFileName(request.fileName);
  const type = endingOf(fileName);
  if (!type) throw new ApiError('documentType');
  // Checked first, so that users without permission cannot make the server extract text.
  await read((sql) => requireProducts(sql, models));
  const texts = await textsOf(caller, () => singleChunk(file), { type, bytes: file.length });
  if (texts instanceof ApiError) throw texts;
  return await finish(async (sql) => {
    const { series, companyId } = await resolveSeries(sql, session, { replaces, bytes: file.length });
    await requireProducts(sql, models);
    await sql`update documents set is_newest = false where series = ${series} and is_newest`;
    const sha256 = createHash('sha256').update(file).digest('hex');
    const [made] = await sql<{ id: number }[]>`
      insert into documents (series, company_id, title, version, languages, models, file_name, type, bytes, received, sha256,
        pages, has_text, is_whole, created_by, created_at)
      values (${series}, ${companyId}, ${title}, ${version}, ${languages}::text[], ${models}::int[], ${fileName}, ${type},
        ${file.length}, ${file.length}, decode(${sha256}, 'hex'), ${texts.pages}, ${hasText(texts)}, ${texts.isWhole},
        ${session.userId}, ${at})
      returning id`;
    const { id } = made!;
    await writeChunks(sql, { id, companyId }, { bytes: file, offset: 0 });
    await writeHead(sql, { id, companyId, title, version, fileName });
    await writeTexts(sql, { id, companyId }, texts);
    const after = { title, version, languages, models, fileName, bytes: file.length, sha256 };
    caller.noteAudit({ object: `document ${id}`, after: { ...after, ...(replaces && { replaces }) } });
    return { id };
  });
};
