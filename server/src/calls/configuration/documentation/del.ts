// configuration/documentation/del: deletes one version of a document, or all versions, with their files and texts.
import { lockDocument } from '../../../documents/lockDocument.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationDocumentationDel: Handler<'configuration/documentation/del'> = async (
  { id, versions },
  caller,
) => {
  const { sql, session } = caller;
  const { series, isNewest, isComing, title, version, fileName } = await lockDocument(sql, session, id, 'coming, too');
  if (versions === 'all' && !isComing) await sql`delete from documents where series = ${series}`;
  else {
    await sql`delete from documents where id = ${id}`;
    if (isNewest) {
      await sql`
        update documents set is_newest = true where id = (select max(o.id) from documents o where o.series = ${series} and o.sha256 is not null)`;
    }
  }
  caller.noteAudit({ object: `document ${id}`, before: { title, version, fileName, versions: versions ?? 'this' } });
  return {};
};
