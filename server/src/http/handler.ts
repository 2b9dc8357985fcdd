// The type of a call's answer: request in, response out, refusals thrown.
import type { Asked, Calls, Path, Response } from '@heliograph/contract/calls.ts';
import type { Caller, PublicCaller } from '../context.ts';

/** Answers one call. What it returns is parsed by the contract before it leaves: what the contract does not name is stripped. */
export type Handler<P extends Path> = (
  request: Asked<P>,
  caller: Calls[P]['access'] extends 'public' ? PublicCaller : Caller,
) => Promise<Response<P>>;

export type Handlers = { [P in Path]: Handler<P> };
