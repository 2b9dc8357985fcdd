// Files in calls: fields of a request that are files, and answers that are one.
import { z } from 'zod';

/** A field that is a file: its bytes. The name and the type that the sender gave it are not to be trusted, and not handed on. */
export const file = (bytesMost: number) =>
  z.custom<Uint8Array<ArrayBuffer>>(
    (given) => given instanceof Uint8Array && given.length > 0 && given.length <= bytesMost,
    'a file is expected',
  );

/** What a call that answers a file returns: its pieces are read as fast as the client takes them. */
export const fileAnswer = <const Type extends string>(types: readonly [Type, ...Type[]] | readonly Type[]) =>
  z.object({
    /** With its ending, as the reader's computer will name it. */
    name: z.string(),
    /** One of its content types. */
    type: z.literal(types),
    content: z.custom<AsyncIterable<string | Uint8Array>>(),
  });

export interface FileAnswer {
  name: string;
  type: string;
  content: AsyncIterable<string | Uint8Array>;
}
