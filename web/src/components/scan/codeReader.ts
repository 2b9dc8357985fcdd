// Finds bar codes and QR codes in pictures: draws them to pixels and sends those to the worker that reads them.
import type { Code } from './serialNumberIn.ts';

export interface FoundCode extends Code {
  /** Corners of the code, as shares of the picture's width and height. */
  corners: readonly (readonly [x: number, y: number])[];
}

export interface Question {
  id: number;
  /** RGBA bytes. */
  pixels: ArrayBuffer;
  width: number;
  height: number;
}
export type Answer = { id: number; codes: FoundCode[] } | { id: number; failure: string };

export interface CodeReader {
  /** Reads the codes; rejects when the reader cannot be loaded or the picture has no pixels. `maxPx`: limit of the longer side. */
  read: (picture: CanvasImageSource, width: number, height: number, maxPx: number) => Promise<FoundCode[]>;
  close: () => void;
}

/** Reads an empty picture, so that the service worker stores the files of the reader for visits without a network. */
export async function storeCodeReader(): Promise<void> {
  const reader = openCodeReader();
  await reader.read(document.createElement('canvas'), 1, 1, 1).catch(() => undefined);
  reader.close();
}

export function openCodeReader(): CodeReader {
  const worker = new Worker(new URL('./codes.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  const pending = new Map<number, PromiseWithResolvers<FoundCode[]>>();
  let lastId = 0;
  const rejectAll = (reason: Error) => {
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
  };
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const request = pending.get(data.id);
    pending.delete(data.id);
    if ('codes' in data) request?.resolve(data.codes);
    else request?.reject(new Error(data.failure));
  });
  // The worker failed to load, or ended.
  worker.addEventListener('error', () => rejectAll(new Error('the code reader could not be loaded')));
  return {
    async read(picture, width, height, maxPx) {
      const scale = Math.min(1, maxPx / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      const ctx = canvas.getContext('2d', { willReadFrequently: true })!;
      ctx.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
      const question: Question = { id: ++lastId, pixels: data.buffer, width: canvas.width, height: canvas.height };
      const answer = Promise.withResolvers<FoundCode[]>();
      pending.set(question.id, answer);
      worker.postMessage(question, [data.buffer]);
      return await answer.promise;
    },
    close() {
      worker.terminate();
      rejectAll(new Error('closed'));
    },
  };
}
