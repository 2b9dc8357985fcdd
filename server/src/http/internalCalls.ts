// Calls on behalf of MCP, Prometheus and Home Assistant. Each is an injected v2 request, so session, scope, permissions, limits and the contract apply as to any other.
import type { calls, Path, Request, Response } from '@heliograph/contract/calls.ts';
import { HEADERS } from '@heliograph/contract/envelope.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { digest } from './parseRequest.ts';

/** A call that changes nothing and answers JSON. */
export type ReadPath = {
  [P in Path]: (typeof calls)[P] extends { changes: true } | { answers: 'file' } | { takes: object } ? never : P;
}[Path];

export interface Requester {
  /** As a request's `Authorization`. */
  token: string;
  address: string;
  /** Its user agent. */
  client: string;
  /** Of the language, as the header. */
  lan?: string;
}

/** A refusal in words, with the HTTP status that it came with. */
export type CallResult<P extends Path> =
  | { data: Response<P> }
  | { refusal: { code: number; msg: string; status: number } };

export type InternalCall = <P extends ReadPath>(as: Requester, path: P, body: Request<P>) => Promise<CallResult<P>>;

/** Returns the sender of a request. */
export function requesterOf({ headers, ip }: FastifyRequest): Requester {
  const lan = headers[HEADERS.lan];
  return {
    token: headers.authorization ?? '',
    address: ip,
    client: headers['user-agent'] ?? '',
    ...(typeof lan === 'string' ? { lan } : {}),
  };
}

export function createInternalCall(app: FastifyInstance): InternalCall {
  return async ({ token, address, client, lan }, path: Path, body: unknown) => {
    const payload = JSON.stringify(body);
    const answer = await app.inject({
      method: 'POST',
      url: `/v2/${path}`,
      headers: {
        'content-type': 'application/json',
        'user-agent': client,
        [HEADERS.authorization]: token,
        [HEADERS.sign]: digest(payload),
        [HEADERS.unknownAs]: 'null',
        ...(lan ? { [HEADERS.lan]: lan } : {}),
      },
      remoteAddress: address,
      payload,
    });
    const { code, msg, data } = answer.json<{ code: number; msg: string; data: never }>();
    return code === 200 ? { data } : { refusal: { code, msg, status: answer.statusCode } };
  };
}
