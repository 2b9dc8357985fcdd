// The type of a call's handler: request in, response out, refusals thrown.
import type { Calls, ParsedRequest, Path, Response } from '@heliograph/contract/calls.ts';
import type {
  CallContext,
  ManualReadContext,
  ManualWriteContext,
  PublicCaller,
  PublicChanger,
  PublicManualWriteContext,
} from '../context.ts';

/** Answers one call. The response is parsed by the contract before it is sent: fields that the contract does not have are removed. */
export type Handler<P extends Path> = (request: ParsedRequest<P>, caller: CallerOf<Calls[P]>) => Promise<Response<P>>;

type CallerOf<C extends Calls[Path]> = C['access'] extends 'public'
  ? C['changes'] extends true
    ? C['transaction'] extends 'manual'
      ? PublicManualWriteContext
      : PublicChanger
    : PublicCaller
  : C['transaction'] extends 'manual'
    ? C['changes'] extends true
      ? ManualWriteContext
      : ManualReadContext
    : CallContext;

export type Handlers = { [P in Path]: Handler<P> };
