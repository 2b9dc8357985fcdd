// Writes a number of bytes for operators: "1.5 GB", "12 kB".
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function bytesText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : Number(value.toPrecision(2))} ${UNITS[step]}`;
}
