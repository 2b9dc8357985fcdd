// How other doors than the portal's ask calls, in whose name, and what they are answered (http/internalCalls.ts does it).
import type { calls, Path, Request, Response } from '@heliograph/contract/calls.ts';

/** A call that changes nothing and answers JSON. */
export type ReadingPath = {
  [P in Path]: (typeof calls)[P] extends { changes: true } | { answers: 'file' } | { takes: object } ? never : P;
}[Path];

export interface Asker {
  /** As a request's `Authorization`. */
  token: string;
  address: string;
  /** What it says that it is. */
  client: string;
  /** Of the language, as the header. */
  lan?: string;
}

/** A refusal in words, with the HTTP status that it came with. */
export type Answered<P extends Path> =
  | { data: Response<P> }
  | { refusal: { code: number; msg: string; status: number } };

export type Ask = <P extends ReadingPath>(as: Asker, path: P, body: Request<P>) => Promise<Answered<P>>;
