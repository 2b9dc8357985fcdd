// Files in requests and responses of calls.
import { z } from 'zod';

/** A file field of a request: its bytes. The sender's name and type are untrusted and not passed on. */
export const file = (bytesMost: number) =>
  z.custom<Uint8Array<ArrayBuffer>>(
    (given) => given instanceof Uint8Array && given.length > 0 && given.length <= bytesMost,
    'a file is expected',
  );

/** Result of a call that answers a file; chunks are read as fast as the client downloads them. */
export const fileAnswer = <const Type extends string>(types: readonly [Type, ...Type[]] | readonly Type[]) =>
  z.object({
    /** Name for the download, with extension. */
    name: z.string(),
    /** Content type. */
    type: z.literal(types),
    content: z.custom<AsyncIterable<string | Uint8Array>>(),
  });

export interface FileAnswer {
  name: string;
  type: string;
  content: AsyncIterable<string | Uint8Array>;
}
