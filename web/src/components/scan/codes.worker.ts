// Reads codes in a picture, in a worker. Only this file may run WebAssembly, by the headers of its response (http/securityHeaders.ts).
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Answer, Question } from './codeReader.ts';

// By default the library would load its module from a third-party host.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

/** `HRI` returns GS1 elements with their numbers in parentheses. Formats that are not used on labels are left out. */
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
    const results = await readBarcodes(image, OPTIONS);
    const codes = results
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
