// Benchmark code that bench/charts.ts runs in a browser: draws a chart with given numbers of lines and points with the portal's own code.
import { dayOption } from './dayOption.ts';
import { start } from './echarts.ts';
import { readInk } from './ink.ts';
import { lineLook } from './lines.ts';

const UNITS = ['W', 'V', 'Hz', 'degC'];

/** Returns the milliseconds until every point is on the canvas, for each round in a container of its own. */
function draw(lines: number, points: number, hasBands: boolean, rounds: number): number[] {
  const slots = Array.from({ length: points }, (_, n) => new Date(Date.UTC(2026, 5, 15) + n * 8640).toISOString());
  const view = {
    slots,
    sun: { rise: slots[Math.floor(points / 4)]!, set: slots[Math.floor(points * 0.8)]! },
    nowMs: null,
    lines: Array.from({ length: lines }, (_, line) => {
      const unit = UNITS[line % UNITS.length]!;
      const data = slots.map((_slot, n) => 200 + line * 10 + 100 * Math.sin(n / 7 + line));
      const band = { least: data.map((value) => value - 20), greatest: data.map((value) => value + 20) };
      return {
        ...lineLook(`Line ${line}`, unit),
        name: `Line ${line}`,
        label: `Line ${line}`,
        unit,
        data,
        ...(hasBands ? { band } : {}),
      };
    }),
  };
  const ink = readInk();
  return Array.from({ length: rounds }, () => {
    const container = document.body.appendChild(document.createElement('div'));
    container.style.cssText = 'width: 1200px; height: 360px';
    const startedAt = performance.now();
    const chart = start(container);
    chart.setOption(dayOption(view, { ink, widthPx: 1200, tooltip: () => container }));
    chart.getZr().flush();
    const elapsedMs = performance.now() - startedAt;
    chart.dispose();
    container.remove();
    return elapsedMs;
  });
}

Object.assign(globalThis, { draw });
