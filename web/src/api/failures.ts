// The two kinds of failure of a call, and their catalogue texts.

/** A refusal: the server answered with a code other than 200 and a message in the reader's language. */
export class ApiError extends Error {
  readonly code: number;
  /** Seconds after which a repetition is worth it; undefined: the server names none. */
  readonly retryAfterS: number | undefined;
  constructor(code: number, msg: string, retryAfterS?: number) {
    super(msg);
    this.name = 'Refused';
    this.code = code;
    this.retryAfterS = retryAfterS;
  }
}

/** An HTTP error or no response: `status` 0 is no connection or a timeout. */
export class HttpFailure extends Error {
  readonly status: number;
  readonly url: string;
  constructor(status: number, url: string, cause?: unknown) {
    super(`HTTP ${status}`, { cause });
    this.name = 'HttpFailure';
    this.status = status;
    this.url = url;
  }
}

/** Returns whether there was no response, or only one of a proxy without a server: the request is worth repeating once connected. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof HttpFailure && [0, 502, 503, 504].includes(error.status);

type Translate = (
  key: 'errors.expired' | 'errors.noAccess' | 'errors.address' | 'errors.server',
  values: { url: string },
) => string;

/** Returns the message to show for an error. */
export function messageOf(error: unknown, translate: Translate): string {
  if (error instanceof ApiError) return error.message;
  const { status, url } = error instanceof HttpFailure ? error : { status: 0, url: '' };
  if (status === 401) return translate('errors.expired', { url });
  if (status === 403) return translate('errors.noAccess', { url });
  if (status === 404) return translate('errors.address', { url });
  return translate('errors.server', { url });
}

/** Returns whether a request is retried: not on 403, 404, or a status by which a server or gateway reports that it is down. */
export function isRetryable(status: number): boolean {
  return ![403, 404, 502, 503, 504, 505].includes(status);
}
