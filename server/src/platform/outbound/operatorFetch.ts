// Fetches from a service that the operator has configured: with a timeout, without redirects, and with a limited answer.

const TIMEOUT_MS = 5_000;

interface FetchOptions {
  /** Language as BCP 47 tag; omitted: any. */
  language?: string;
  /** Maximum length of the answer; a longer one fails. */
  mostBytes: number;
  headers?: Record<string, string>;
}

/** Fetches JSON. Throws if the service does not answer in time, refuses, or sends something else. */
export async function operatorFetch(url: URL, options: FetchOptions): Promise<unknown> {
  return JSON.parse(await fetchText(url, { ...options, headers: { accept: 'application/json' } }));
}

/** Fetches text. Throws if the service does not answer in time, refuses, or sends too much. */
export async function fetchText(url: URL, { language, mostBytes, headers }: FetchOptions): Promise<string> {
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
