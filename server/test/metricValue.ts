// Reads one value of this process from the text that /metrics serves.
import { metrics } from '../src/platform/metrics.ts';

/** Returns the value of a line by its name and labels; NaN if there is no such line. */
export async function metricValue(line: string): Promise<number> {
  const lines = (await metrics.metrics()).split('\n');
  return Number(lines.find((one) => one.startsWith(`${line} `))?.slice(line.length + 1));
}
