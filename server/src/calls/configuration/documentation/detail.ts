// configuration/documentation/detail: one version of a document, and all that there are of it.
import { Refusal } from '@heliograph/contract/errors.ts';
import {
  type DocumentFacts,
  documentColumns,
  documentTables,
  productNames,
  setDocumentReader,
} from '../../../documents/documents.ts';
import { mayChangeDocument } from '../../../documents/lockDocument.ts';
import { documentRowOf } from '../../../documents/presentDocument.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationDocumentationDetail: Handler<'configuration/documentation/detail'> = async (
  { id },
  { sql, session },
) => {
  await setDocumentReader(sql, session);
  const [asked] = await sql<{ series: string }[]>`select series::text as series from documents where id = ${id}`;
  if (!asked) throw new Refusal('documentNotFound');
  const rows = await sql<DocumentFacts[]>`
    select ${documentColumns(sql)} from ${documentTables(sql)} where d.series = ${asked.series} and (d.sha256 is not null or d.id = ${id})
    order by d.is_newest desc, d.id desc`;
  const row = rows.find((one) => one.id === id);
  if (!row) throw new Refusal('documentNotFound');
  const names = await productNames(sql, rows);
  const rights = { update: mayChangeDocument(session, row.companyId) };
  const [by] =
    rights.update && row.createdBy !== null
      ? await sql<
          { name: string }[]
        >`select coalesce(nullif(name, ''), email) as name from users where id = ${row.createdBy}`
      : [];
  const { revision, isWhole } = row;
  const [coming] = row.isComing
    ? await sql<{ toldSha256: string }[]>`select told_sha256 from documents where id = ${id}`
    : [];
  return {
    document: {
      ...documentRowOf(row, names, rights),
      revision,
      isWhole,
      addedBy: by?.name ?? '',
      toldSha256: coming?.toldSha256 ?? '',
    },
    versions: rows.filter(({ isComing }) => !isComing).map((one) => documentRowOf(one, names, rights)),
  };
};
