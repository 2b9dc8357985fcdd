// configuration/documentation/edit: changes title, version, languages and products of a document version.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockDocument, requireProducts, writeHead } from '../../../documents/lockDocument.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationDocumentationEdit: Handler<'configuration/documentation/edit'> = async (
  { id, revision, title, version, languages, models },
  caller,
) => {
  const { sql, session } = caller;
  const document = await lockDocument(sql, session, id);
  if (document.revision !== revision) throw new ApiError('documentHasChanged');
  // A product deleted meanwhile may stay assigned.
  await requireProducts(
    sql,
    models.filter((model) => !document.models.includes(model)),
  );
  await sql`
    update documents set title = ${title}, version = ${version}, languages = ${languages}::text[], models = ${models}::int[],
      revision = revision + 1
    where id = ${id}`;
  await writeHead(sql, { ...document, title, version });
  const before = {
    title: document.title,
    version: document.version,
    languages: document.languages,
    models: document.models,
  };
  caller.noteAudit({ object: `document ${id}`, before, after: { title, version, languages, models } });
  return {};
};
