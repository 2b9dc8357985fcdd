// Fetches from a service that the operator has configured: with a timeout, without redirects, and with a limited answer.

const TIMEOUT_MS = 5_000;

interface FetchOptions {
  /** Language as BCP 47 tag; omitted: any. */
  language?: string;
  /** Maximum length of the answer; a longer one fails. */
  mostBytes: number;
  headers?: Record<string, string>;
}

/** When each service may be asked again after a Retry-After, by host. */
const busyUntilMs = new Map<string, number>();
const MAX_PAUSE_MS = 24 * 3600_000;

/** Returns the delay of a Retry-After header in ms; 0 for none. */
function pauseOf({ status, headers }: Response): number {
  const after = headers.get('retry-after');
  if (after === null || (status !== 429 && status !== 503)) return 0;
  // Seconds or a date (RFC 9110, 10.2.3); anything else is ignored.
  const pauseMs = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(pauseMs) ? Math.min(Math.max(pauseMs, 0), MAX_PAUSE_MS) : 0;
}

/** Fetches JSON. Throws if the service does not answer in time, refuses, or sends something else. */
export async function operatorFetch(url: URL, options: FetchOptions): Promise<unknown> {
  return JSON.parse(await fetchText(url, { ...options, headers: { accept: 'application/json' } }));
}

/** Fetches text. Throws if the service does not answer in time, refuses, or sends too much. */
export async function fetchText(url: URL, { language, mostBytes, headers }: FetchOptions): Promise<string> {
  const waitMs = (busyUntilMs.get(url.host) ?? 0) - performance.now();
  if (waitMs > 0) throw new Error(`it asked to wait another ${Math.ceil(waitMs / 1000)} s`);
  const answer = await fetch(url, {
    headers: {
      ...headers,
      'user-agent': 'Heliograph',
      ...(language !== undefined && { 'accept-language': language }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    const pauseMs = pauseOf(answer);
    if (pauseMs > 0) busyUntilMs.set(url.host, performance.now() + pauseMs);
    throw new Error(`HTTP ${answer.status}`);
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of answer.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > mostBytes) throw new Error('the answer is too long');
  }
  return text + decoder.decode();
}
