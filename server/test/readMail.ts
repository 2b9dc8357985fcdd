// Parses a MIME mail as far as tests need: headers and decoded parts.
export interface ParsedMail {
  to: string[];
  headers: Map<string, string>;
  subject: string;
  text: string;
  html: string;
  attachments: { name: string; type: string; bytes: Buffer }[];
}

interface Part {
  headers: Map<string, string>;
  body: string;
}

export function readMail(raw: string, to: string[]): ParsedMail {
  const whole = partOf(raw);
  const mail: ParsedMail = {
    to,
    headers: whole.headers,
    subject: wordsOf(whole.headers.get('subject') ?? ''),
    text: '',
    html: '',
    attachments: [],
  };
  for (const { headers, body } of leavesOf(whole)) {
    const type = (headers.get('content-type') ?? 'text/plain').split(';')[0]!.trim();
    const bytes = decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit');
    const disposition = headers.get('content-disposition') ?? '';
    if (disposition.startsWith('attachment')) {
      mail.attachments.push({ name: nameIn(disposition), type, bytes });
    } else if (type === 'text/html') mail.html = bytes.toString('utf8');
    else mail.text = bytes.toString('utf8');
  }
  return mail;
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function leavesOf(part: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(part.headers.get('content-type') ?? '')?.[1];
  if (!boundary) return [part];
  const pieces = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => leavesOf(partOf(piece.replace(/^\r\n/, ''))));
}

function decodeBody(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  if (!/quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1');
  const plain = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** Decodes a file name after RFC 2231, in one or several pieces, or a plain one. */
function nameIn(disposition: string): string {
  const pieces = [...disposition.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?"?([^;"]+)"?/gi)].map(
    ([, piece]) => piece!,
  );
  if (pieces.length > 0) return decodeURIComponent(pieces.join(''));
  return wordsOf(/filename="?([^";]*)"?/.exec(disposition)?.[1] ?? '');
}

/** Decodes encoded words after RFC 2047. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeBody(word.replaceAll('_', ' '), 'quoted-printable').toString('utf8'),
    );
