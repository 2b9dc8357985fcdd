// Reads texts of a PDF with their places.
import type { getDocumentProxy } from 'unpdf';

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

async function textsOf(document: Document, page: number) {
  const { items } = await (await document.getPage(page)).getTextContent();
  return items.flatMap((item) =>
    'str' in item && item.str.trim() !== ''
      ? [{ text: item.str, x: item.transform[4] as number, y: item.transform[5] as number, width: item.width }]
      : [],
  );
}

/** `page`: from 1. */
export const pageText = async (document: Document, page: number): Promise<string> =>
  (await textsOf(document, page)).map(({ text }) => text).join(' ');

/** Returns pairs of texts of the first page whose baselines are less than 5 points apart in the same columns. */
export async function overlappingTexts(document: Document): Promise<string[]> {
  const texts = await textsOf(document, 1);
  return texts.flatMap((one, index) =>
    texts
      .slice(index + 1)
      .filter(({ x, y, width }) => one.x < x + width && x < one.x + one.width && Math.abs(one.y - y) < 5)
      .map(({ text }) => `${one.text} | ${text}`),
  );
}
