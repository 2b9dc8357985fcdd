// Masks e-mail addresses in the addresses of pages, which servers, proxies and bystanders can read. A mark stands for the text in this page only, until it is closed.

const marks = new Map<string, string>();
const texts = new Map<string, string>();

/** Returns the text for the address. The same text always has the same mark, which no other page uses for another text. */
export function maskText(text: string): string {
  if (!text.includes('@') && !text.startsWith('~')) return text;
  const mark = marks.get(text) ?? `~${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  marks.set(text, mark);
  texts.set(mark, text);
  return mark;
}

/** Returns the text of a part of the address; '' for a mark of another page. */
export function unmaskText(part: string): string {
  return /^~\d+$/.test(part) ? (texts.get(part) ?? '') : part;
}
