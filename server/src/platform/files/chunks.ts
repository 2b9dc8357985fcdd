// Splits content into pieces of a megabyte, as files are stored in the database.
const PIECE_BYTES = 1024 * 1024;

export async function* inChunks(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array);
    waiting.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
