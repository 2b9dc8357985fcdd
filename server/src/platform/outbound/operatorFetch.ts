// Asks a service that the operator has named: in time, without following it elsewhere, and never more than such an answer is long.

const WAIT_MS = 5_000;

interface Asked {
  /** A BCP 47 tag; left out: it does not matter. */
  language?: string;
  /** A longer answer is none. */
  mostBytes: number;
  headers?: Record<string, string>;
}

/** Of JSON. Throws when the service does not answer in time, refuses, or answers something else. */
export async function operatorFetch(url: URL, asked: Asked): Promise<unknown> {
  return JSON.parse(await readOutside(url, { ...asked, headers: { accept: 'application/json' } }));
}

/** The same, of text. */
export async function readOutside(url: URL, { language, mostBytes, headers }: Asked): Promise<string> {
  const answer = await fetch(url, {
    headers: {
      ...headers,
      'user-agent': 'Heliograph',
      ...(language !== undefined && { 'accept-language': language }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_MS),
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
