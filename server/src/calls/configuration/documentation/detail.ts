// configuration/documentation/detail: one version of a document, and the list of all its versions.

import { ApiError } from '@heliograph/contract/errors.ts';
import { peopleById } from '../../../access/namedPeople.ts';
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
  const [document] = await sql<{ series: string }[]>`select series::text as series from documents where id = ${id}`;
  if (!document) throw new ApiError('documentNotFound');
  const rows = await sql<DocumentFacts[]>`
    select ${documentColumns(sql)} from ${documentTables(sql)} where d.series = ${document.series} and (d.sha256 is not null or d.id = ${id})
    order by d.is_newest desc, d.id desc`;
  const row = rows.find((each) => each.id === id);
  if (!row) throw new ApiError('documentNotFound');
  const names = await productNames(sql, rows);
  const rights = { update: mayChangeDocument(session, row.companyId) };
  const uploader = rights.update ? (await peopleById(sql, [row.createdBy])).get(row.createdBy ?? 0) : undefined;
  const { revision, isWhole } = row;
  const [upload] = row.isComing
    ? await sql<{ toldSha256: string }[]>`select told_sha256 from documents where id = ${id}`
    : [];
  return {
    document: {
      ...documentRowOf(row, names, rights),
      revision,
      isWhole,
      addedBy: uploader?.name || uploader?.email || '',
      toldSha256: upload?.toldSha256 ?? '',
    },
    versions: rows.filter(({ isComing }) => !isComing).map((each) => documentRowOf(each, names, rights)),
  };
};
