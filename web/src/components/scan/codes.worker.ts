// Reads codes in a picture, in a thread of its own. Here alone may WebAssembly run: the answer that this file comes in says so (http/securityHeaders.ts).
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Answer, Question } from './codeReader.ts';

// By itself the library would ask a host of others.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** `HRI`: elements of GS1 come with their numbers in parentheses. What labels are not printed in is not looked for. */
const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'MicroQRCode', 'DataMatrix', 'Aztec', 'PDF417', 'Code128', 'Code93', 'Code39', 'ITF', 'EANUPC'],
  textMode: 'HRI',
  maxNumberOfSymbols: 64,
};

addEventListener('message', async ({ data }: MessageEvent<Question>) => {
  const { id, pixels, width, height } = data;
  let answer: Answer;
  try {
    const image = new ImageData(new Uint8ClampedArray(pixels), width, height);
    const found = await readBarcodes(image, OPTIONS);
    const codes = found
      .filter(({ isValid }) => isValid)
      .map(({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
        format,
        text,
        corners: [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x / width, y / height] as const),
      }));
    answer = { id, codes };
  } catch (error) {
    answer = { id, failure: String(error) };
  }
  postMessage(answer);
});
