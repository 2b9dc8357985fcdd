// configuration/documentation/part: stores the next chunk of a document's file; the last one extracts the text and publishes the document to everyone who may read it.
import { createHash } from 'node:crypto';
import type { DocumentType } from '@heliograph/contract/documents.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { DOCUMENT_CHUNK_BYTES } from '@heliograph/contract/limits.ts';
import { STORED_CHUNK_BYTES, setDocumentReader } from '../../../documents/documents.ts';
import { comingDocument, writeHead } from '../../../documents/lockDocument.ts';
import { hasText, textsOf, writeChunks, writeTexts } from '../../../documents/storeDocument.ts';
import { storeChunk } from '../../../platform/files/chunkedUpload.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationDocumentationPart: Handler<'configuration/documentation/part'> = async (
  { id, piece, file },
  caller,
) => {
  const { session, at, read } = caller;
  return await storeChunk(
    caller,
    { piece, file },
    {
      object: `document ${id}`,
      pieceBytes: DOCUMENT_CHUNK_BYTES,
      coming: (sql) => comingDocument(sql, session, id),
      async keep(sql, number, bytes) {
        const owner = await comingDocument(sql, session, id);
        await writeChunks(sql, owner, { bytes, offset: number * DOCUMENT_CHUNK_BYTES });
      },
      async count(sql, received) {
        await sql`update documents set received = ${received} where id = ${id}`;
      },
      async check() {
        const announced = await read(async (sql) => {
          await setDocumentReader(sql, session);
          const [row] = await sql<{ type: DocumentType; bytes: number; toldSha256: string }[]>`
            select type, bytes, told_sha256 from documents where id = ${id}`;
          if (!row) throw new ApiError('documentNotFound');
          return row;
        });
        let hash = createHash('sha256');
        const reopen = () => {
          hash = createHash('sha256');
          return storedChunks((bytes) => hash.update(bytes));
        };
        // Verified before publishing: halves of two different files may look like one file.
        if (announced.toldSha256 !== '') {
          for await (const bytes of storedChunks(() => {})) hash.update(bytes);
          if (hash.digest('hex') !== announced.toldSha256) return new ApiError('otherFile');
        }
        const texts = await textsOf(caller, reopen, announced);
        return texts instanceof ApiError ? texts : { texts, sha256: hash.digest('hex') };
      },
      async drop(sql) {
        await sql`delete from documents where id = ${id}`;
      },
      async complete(sql, { texts, sha256 }) {
        const document = await comingDocument(sql, session, id);
        await sql`update documents set is_newest = false where series = ${document.series} and is_newest`;
        await sql`
          update documents set is_newest = true, sha256 = decode(${sha256}, 'hex'), pages = ${texts.pages},
            has_text = ${hasText(texts)}, is_whole = ${texts.isWhole}, created_at = ${at}, revision = revision + 1
          where id = ${id}`;
        await writeHead(sql, document);
        await writeTexts(sql, document, texts);
      },
    },
  );

  /** Yields the stored file in order, holding at most one chunk in memory. */
  async function* storedChunks(onBytes: (bytes: Uint8Array) => void): AsyncGenerator<Uint8Array> {
    const step = DOCUMENT_CHUNK_BYTES / STORED_CHUNK_BYTES;
    for (let from = 0; ; from += step) {
      const rows = await read(async (sql) => {
        await setDocumentReader(sql, session);
        return await sql<{ bytes: Buffer }[]>`
          select bytes from document_pieces where document_id = ${id} and piece >= ${from} and piece < ${from + step} order by piece`;
      });
      if (rows.length === 0) return;
      const bytes = Buffer.concat(rows.map((row) => row.bytes));
      onBytes(bytes);
      yield bytes;
    }
  }
};
