// Shows progress: a bar in a terminal, occasional lines in a file.

export interface Progress {
  step(done: number, all: number, rows: number): void;
  end(): void;
}

const WIDTH = 30;

export function showProgress(out: NodeJS.WriteStream): Progress {
  let printedPercent = -1;
  return {
    step(done, all, rows) {
      const part = all === 0 ? 1 : Math.min(1, done / all);
      const percent = Math.floor(part * 100);
      if (out.isTTY) {
        const full = Math.round(part * WIDTH);
        out.write(`\r[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(percent).padStart(3)} %  ${rows} rows`);
      } else if (percent >= printedPercent + 10 || (percent === 100 && printedPercent < 100)) {
        printedPercent = percent - (percent % 10);
        out.write(`${percent} %, ${rows} rows\n`);
      }
    },
    end() {
      if (out.isTTY) out.write('\n');
    },
  };
}
