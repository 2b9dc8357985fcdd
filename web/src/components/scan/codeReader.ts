// Finds bar and QR codes in pictures: draws them to pixels, and asks the thread that reads them.
import type { Code } from './serialNumberIn.ts';

export interface FoundCode extends Code {
  /** Around it, as parts of the picture's width and height. */
  corners: readonly (readonly [x: number, y: number])[];
}

export interface Question {
  id: number;
  /** Red, green, blue, alpha. */
  pixels: ArrayBuffer;
  width: number;
  height: number;
}
export type Answer = { id: number; codes: FoundCode[] } | { id: number; failure: string };

export interface CodeReader {
  /** Fails when the reader cannot be loaded or the picture has no pixels. `mostPx`: of its longer side. */
  read: (picture: CanvasImageSource, width: number, height: number, mostPx: number) => Promise<FoundCode[]>;
  close: () => void;
}

export function openCodeReader(): CodeReader {
  const worker = new Worker(new URL('./codes.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const waiting = new Map<number, PromiseWithResolvers<FoundCode[]>>();
  let asked = 0;
  const endAll = (reason: Error) => {
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const answered = waiting.get(data.id);
    waiting.delete(data.id);
    if ('codes' in data) answered?.resolve(data.codes);
    else answered?.reject(new Error(data.failure));
  });
  // It was not loaded, or ended.
  worker.addEventListener('error', () => endAll(new Error('the reader of codes could not be loaded')));
  return {
    async read(picture, width, height, mostPx) {
      const scale = Math.min(1, mostPx / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
      ctx.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
      const question: Question = { id: ++asked, pixels: data.buffer, width: canvas.width, height: canvas.height };
      const answer = Promise.withResolvers<FoundCode[]>();
      waiting.set(question.id, answer);
      worker.postMessage(question, [data.buffer]);
      return await answer.promise;
    },
    close() {
      worker.terminate();
      endAll(new Error('closed'));
    },
  };
}
