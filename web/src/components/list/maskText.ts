// What is searched for may be somebody's e-mail address, and addresses of pages are read by servers, proxies and who looks over one's shoulder: there it stands as a mark whose meaning this page alone knows, until it is closed.

const marks = new Map<string, string>();
const texts = new Map<string, string>();

/** As the address has it. The same text has the same mark, and no other page has had it for another text. */
export function maskText(text: string): string {
  if (!text.includes('@') && !text.startsWith('~')) return text;
  const mark = marks.get(text) ?? `~${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  marks.set(text, mark);
  texts.set(mark, text);
  return mark;
}

/** What a part of the address means; '' for a mark of another page. */
export function meantByAddress(said: string): string {
  return /^~\d+$/.test(said) ? (texts.get(said) ?? '') : said;
}
