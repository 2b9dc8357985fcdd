// The browser's own reader of bar and QR codes, where it has one.

interface CodeReader {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type CodeReaderMaker = new () => CodeReader;

const maker = (): CodeReaderMaker | undefined =>
  (globalThis as unknown as { BarcodeDetector?: CodeReaderMaker }).BarcodeDetector;

export const canScan = (): boolean => maker() !== undefined && Boolean(navigator.mediaDevices?.getUserMedia);

export function makeCodeReader(): CodeReader {
  return new (maker()!)();
}

/** The serial number in a code: many print an address or `SN:` around it. */
export function serialNumberIn(code: string): string {
  const named = /(?:^|[?&#/;,\s])sn[=:/]\s*([0-9A-Za-z_-]{4,32})/i.exec(code);
  if (named) return named[1]!;
  return code.trim().split(/[/?#]/).at(-1) ?? '';
}
