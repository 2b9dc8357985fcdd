// Documents of the demonstration, written for it: published by the portal, for the products of their kinds, and found by the search.
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentLanguage } from '@heliograph/contract/documents.ts';
import type { Context } from '../context.ts';
import { writeHead } from '../documents/lockDocument.ts';
import { writeChunks, writeTexts } from '../documents/storeDocument.ts';
import type { Kind } from '../families/kinds.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { makeOnce } from './makeOnce.ts';

interface DemoDocument {
  fileName: string;
  title: string;
  language: DocumentLanguage;
  /** Kinds of products that it is about. */
  kinds: readonly Kind[];
}

const DOCUMENTS: readonly DemoDocument[] = [
  {
    fileName: 'microinverter-installation.md',
    title: 'Microinverters: installation checklist',
    language: 'en',
    kinds: ['microinverter'],
  },
  {
    fileName: 'microinverter-alerts.md',
    title: 'Microinverters: alerts and what to do',
    language: 'en',
    kinds: ['microinverter'],
  },
  {
    fileName: 'mikrowechselrichter-meldungen.md',
    title: 'Mikrowechselrichter: Meldungen und was zu tun ist',
    language: 'de',
    kinds: ['microinverter'],
  },
  { fileName: 'gateways.md', title: 'Gateways: connect and check', language: 'en', kinds: ['gateway'] },
  { fileName: 'meters.md', title: 'Meters: place and direction', language: 'en', kinds: ['meter'] },
  {
    fileName: 'batteries.md',
    title: 'Batteries and hybrid inverters: mode, reserve and backup',
    language: 'en',
    kinds: ['battery', 'hybrid', 'allInOne'],
  },
];

export async function createDocuments({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await makeOnce(sql, 'documents', async (tx) => {
    for (const document of DOCUMENTS) await insertDocument(tx, document, clock.now());
  });
}

async function insertDocument(
  tx: Transaction,
  { fileName, title, language, kinds }: DemoDocument,
  at: Date,
): Promise<void> {
  const file = await readFile(join(import.meta.dirname, 'documents', fileName));
  const products = await tx<{ model: number }[]>`
    select model from products where kind in (select unnest(${kinds as Kind[]}::text[])) order by model`;
  const sha256 = createHash('sha256').update(file).digest();
  const version = '1.0';
  const [row] = await tx<{ id: number }[]>`
    insert into documents (series, company_id, title, version, languages, models, file_name, type, bytes, received, sha256,
      pages, has_text, is_whole, created_by, created_at)
    values (${randomUUID()}, null, ${title}, ${version}, ${[language]}::text[], ${products.map(({ model }) => model)}::int[],
      ${fileName}, 'md', ${file.length}, ${file.length}, ${sha256}, null, true, true, null, ${at})
    returning id`;
  const owner = { id: row!.id, companyId: null };
  await writeChunks(tx, owner, { bytes: file, offset: 0 });
  await writeHead(tx, { ...owner, title, version, fileName });
  await writeTexts(tx, owner, { parts: [file.toString('utf8')] });
}
