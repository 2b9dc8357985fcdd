// The two kinds of "no" a call can end with, and the catalogue's words for them.

/** The server answered, with a code other than 200 and its own words in the reader's language. */
export class ApiError extends Error {
  readonly code: number;
  constructor(code: number, msg: string) {
    super(msg);
    this.name = 'Refused';
    this.code = code;
  }
}

/** HTTP said no, or nothing came back: `status` 0 is no connection or no answer in time. */
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

/** Nothing came back, or a proxy said that there is nobody: the same question is worth asking once there is a connection. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof HttpFailure && [0, 502, 503, 504].includes(error.status);

type Words = (
  key: 'errors.expired' | 'errors.noAccess' | 'errors.address' | 'errors.server',
  values: { url: string },
) => string;

/** What to tell the reader. */
export function messageOf(error: unknown, words: Words): string {
  if (error instanceof ApiError) return error.message;
  const { status, url } = error instanceof HttpFailure ? error : { status: 0, url: '' };
  if (status === 401) return words('errors.expired', { url });
  if (status === 403) return words('errors.noAccess', { url });
  if (status === 404) return words('errors.address', { url });
  return words('errors.server', { url });
}

/** What is tried a second time: everything but no access, no such address, and a server or gateway that says it is down. */
export function isRetryable(status: number): boolean {
  return ![403, 404, 502, 503, 504, 505].includes(status);
}
