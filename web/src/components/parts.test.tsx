// Components about a plant: energy flow as text, provenance, stale values, status, sparkline.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnergyFlow as Flow } from '@heliograph/contract/entities/statistics.ts';
import { act, render, screen } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../i18n/start.ts';
import { t } from '../i18n/translation.ts';
import { EnergyFigure } from './EnergyFigure.tsx';
import { EnergyFlow } from './EnergyFlow.tsx';
import { flowNodes } from './flow.ts';
import { LiveAge } from './LiveAge.tsx';
import { completenessCell, lackText, provenanceText } from './provenanceText.ts';
import { SiteStatusBadge } from './SiteStatusBadge.tsx';
import { sparkPath } from './SparkLine.tsx';

const flowStyles = readFileSync(join(import.meta.dirname, 'EnergyFlow.module.css'), 'utf8');

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'plant', 'auth']);
});

type Node = Flow['PVPanel'];
const node = (power: string, direction: Node['direction'], extra: Partial<Node> = {}): Node => ({
  power,
  powerUnit: 'W',
  direction,
  show: true,
  rate: '',
  showPower: true,
  ageS: null,
  isOld: false,
  ...extra,
});
const absent = node('', 0, { show: false });
const house: Flow = {
  PVPanel: node('4310', 1, { rate: '62' }),
  home: node('1200', 2),
  grid: node('2610', 2),
  battery: node('500', 2, { rate: '62' }),
  gen: absent,
};
const roofOnly: Flow = { ...house, home: absent, grid: absent, battery: absent };

const flowText = () => screen.getByRole('list', { name: 'Energy flow in words' }).textContent;

describe('energy flow', () => {
  test('shows the same as text and as a drawing', () => {
    render(<EnergyFlow ratedW={0} flow={house} isStale={false} />);
    expect(flowText()).toBe(
      'Solar produces 4.31 kW, 62% of its rated powerHome uses 1.20 kWBattery charges at 0.50 kW, 62% full'.replace(
        'Battery',
        'Exporting 2.61 kW to the gridBattery',
      ),
    );
  });
  test('translates wire directions to charging and discharging, import and export', () => {
    render(<EnergyFlow ratedW={0} flow={{ ...house, grid: node('300', 1), battery: node('80', 1) }} isStale={false} />);
    expect(flowText()).toContain('Importing 0.30 kW from the grid');
    expect(flowText()).toContain('Battery discharges at 0.08 kW');
  });
  test('reports a reversed meter when the home seems to produce power', () => {
    const reversed = {
      ...roofOnly,
      PVPanel: node('', 0, { showPower: false }),
      grid: node('590', 2),
      home: node('590', 1),
    };
    render(<EnergyFlow ratedW={32_000} flow={reversed} isStale={false} />);
    expect(flowText()).toContain('0.59 kW more leaves than arrives: ');
    expect(flowText()).toContain('a meter is installed the other way roundExporting 0.59 kW to the grid');
    expect(flowText()).not.toContain('Home uses');
  });
  test('uses one unit in the drawing and the text: that of the rated power, else of the largest flow', () => {
    const unitsIn = (text: string) => new Set(text.match(/\bk?W\b/g));
    const drawn = (container: HTMLElement) =>
      [...container.querySelectorAll('g[data-kind] text')].map(({ textContent }) => textContent).join(' ');
    const small = { ...house, PVPanel: node('310', 1), grid: node('390', 1) };
    for (const [flow, ratedW, unit] of [
      [house, 0, 'kW'],
      [small, 6900, 'kW'],
      [{ ...small, home: node('3200', 2) }, 800, 'W'],
    ] as const) {
      const { container, unmount } = render(<EnergyFlow ratedW={ratedW} flow={flow} isStale={false} />);
      expect([unitsIn(flowText()), unitsIn(drawn(container))]).toEqual([new Set([unit]), new Set([unit])]);
      unmount();
    }
  });
  test('shows no share of rated power when nothing is produced', () => {
    render(<EnergyFlow ratedW={0} flow={{ ...house, PVPanel: node('0', 0, { rate: '0' }) }} isStale={false} />);
    expect(flowText()).toContain('Solar is not producingHome');
  });
  test('starts the dots at the beginning of their wires, with and without a generator', () => {
    const withGenerator = { ...house, gen: node('900', 1) };
    for (const flow of [house, withGenerator]) {
      const { container, unmount } = render(<EnergyFlow ratedW={0} flow={flow} isStale={false} />);
      const width = Number(container.querySelector('svg[viewBox*="228"]')!.getAttribute('viewBox')!.split(' ')[2]);
      const starts = [...container.querySelectorAll('[class*="wire"]')].map((wire) =>
        Number(/^M([\d.]+) /.exec(wire.getAttribute('d')!)![1]),
      );
      const dots = [...container.querySelectorAll<HTMLElement>('[class*="dot"]')].map(({ style }) =>
        Math.round((Number.parseFloat(style.left) * width) / 100),
      );
      expect(new Set(dots)).toEqual(new Set(starts.map(Math.round)));
      expect(container.querySelector<HTMLElement>('[class*="picture"]')!.style.getPropertyValue('--width')).toBe(
        String(width),
      );
      unmount();
    }
  });
  test('reports an old value where the home is calculated from it, not in an unmetered plant', () => {
    const old = node('4310', 1, { isOld: true, ageS: 480 });
    const { unmount } = render(<EnergyFlow ratedW={0} flow={{ ...house, PVPanel: old }} isStale={false} />);
    expect(flowText()).toContain('Solar: measured 8 minutes ago');
    unmount();
    const { container } = render(<EnergyFlow ratedW={0} flow={{ ...roofOnly, PVPanel: old }} isStale={false} />);
    expect(flowText()).not.toContain('measured 8 minutes ago');
    expect(container.querySelector('[data-stale]')).toBeNull();
  });
  test('shows unmetered values as not measured instead of zero', () => {
    render(<EnergyFlow ratedW={0} flow={roofOnly} isStale={false} />);
    expect(flowText()).toContain('no meter is connected');
    expect(screen.getByText('not measured')).toBeDefined();
  });
  const moving = (container: HTMLElement) => container.querySelectorAll('[class*="dot"]').length;
  test('stops the animation and explains why once its values are old', () => {
    const { container, rerender } = render(<EnergyFlow ratedW={0} flow={house} isStale={false} />);
    // Two on each of the long wires, to home and to the grid.
    expect(moving(container)).toBe(6);
    rerender(<EnergyFlow ratedW={0} flow={house} isStale />);
    expect(moving(container)).toBe(0);
    expect(flowText()).toContain('no longer current');
  });
  test('has no animation where nothing flows', () => {
    const { container } = render(
      <EnergyFlow ratedW={0} flow={{ ...roofOnly, PVPanel: node('0', 0) }} isStale={false} />,
    );
    expect(moving(container)).toBe(0);
  });
  test('stops the animation while the page is hidden', () => {
    const { container } = render(<EnergyFlow ratedW={0} flow={house} isStale={false} />);
    const state = vi.spyOn(document, 'visibilityState', 'get');
    for (const [visibility, dots] of [
      ['hidden', 0],
      ['visible', 6],
    ] as const) {
      state.mockReturnValue(visibility);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      expect(moving(container)).toBe(dots);
    }
    state.mockRestore();
  });
  test('animates only properties that need no repaint, and respects reduced motion', () => {
    const frames = [...flowStyles.matchAll(/@keyframes \w+ \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].map(
      ([, inner]) => inner!,
    );
    const properties = frames.flatMap((inner) => [...inner.matchAll(/([\w-]+):/g)].map(([, name]) => name));
    expect(new Set(properties)).toEqual(new Set(['transform', 'animation-timing-function']));
    expect(flowStyles).not.toMatch(/transition/);
    expect(flowStyles).toMatch(/prefers-reduced-motion: reduce\) \{\s*\.dot \{\s*display: none;/);
  });
  test('shows a power that is not live as a dash, never as 0', () => {
    const silent = { ...roofOnly, PVPanel: node('', 0, { showPower: false }) };
    expect(flowNodes(silent)[0]!.powerW).toBeNull();
    render(<EnergyFlow ratedW={0} flow={silent} isStale />);
    expect(flowText()).toContain('Solar: no live value');
    expect(screen.getByText('–')).toBeDefined();
  });
});

test('two compared energies are shown in the same unit', () => {
  const { container } = render(
    <>
      <EnergyFigure label="Nov 25" energy="987" comparedKwh="1020" />
      <EnergyFigure label="Nov 24" energy="1020" comparedKwh="987" />
      <EnergyFigure label="Nov 23" energy="987" />
    </>,
  );
  expect(container.textContent).toBe('Nov 25 0.99 MWhNov 24 1.02 MWhNov 23 987 kWh');
});

test('provenance shows the source and completeness of a figure, and only complete data count as complete', () => {
  expect(provenanceText({ source: 'counted', completeness: 1 }, t)).toBe('counted by the device');
  expect(provenanceText({ source: 'integrated', completeness: 0.996 }, t)).toBe(
    'integrated from power, data 99% complete',
  );
  expect(provenanceText({ source: 'none', completeness: 0 }, t)).toBe('no data');
  expect(completenessCell({ source: 'counted', completeness: 1 })).toBe('');
  expect(completenessCell({ source: 'counted', completeness: 0.996 })).toBe('99%');
  expect([completenessCell({ source: 'none', completeness: 0 }), completenessCell(null)]).toEqual(['–', '–']);
  expect(lackText({ source: 'counted', completeness: 1 }, t)).toBe('');
  expect(lackText({ source: 'counted', completeness: 0.984 }, t)).toBe('data 98% complete');
  expect(lackText({ source: 'counted', completeness: 0.004 }, t)).toBe('data <1% complete');
  expect(lackText({ source: 'none', completeness: 0 }, t)).toBe('');
});

describe('the age of a live value', () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  test('is live within three expected uploads', () => {
    render(<LiveAge at={ago(800)} uploadEveryS={300} isLong />);
    expect(screen.getByText('updated')).toBeDefined();
    expect(screen.queryByLabelText('no longer live')).toBeNull();
  });
  test('is marked with an icon and a label after that', () => {
    const { container } = render(<LiveAge at={ago(1000)} uploadEveryS={300} isLong />);
    expect(screen.getByText('last data')).toBeDefined();
    expect(screen.getByLabelText('no longer live')).toBeDefined();
    expect(container.querySelector('[data-stale]')).not.toBeNull();
  });
  test('increases while it is shown, is marked when the value is too old, and is live again with the next report', () => {
    vi.useFakeTimers({ now: Date.parse('2026-07-01T12:00:00Z') });
    try {
      const { rerender } = render(<LiveAge at={ago(30)} uploadEveryS={300} isLong />);
      act(() => vi.advanceTimersByTime(5000));
      expect(screen.getByText('35 s ago')).toBeDefined();
      act(() => vi.advanceTimersByTime(15 * 60_000));
      expect(screen.getByText('last data')).toBeDefined();
      rerender(<LiveAge at={ago(1)} uploadEveryS={300} isLong />);
      expect(screen.getByText('updated')).toBeDefined();
      expect(screen.queryByLabelText('no longer live')).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
  test('is "never" without any value', () => {
    render(<LiveAge at={null} uploadEveryS={300} />);
    expect(screen.getByText('never')).toBeDefined();
    const { container } = render(<LiveAge at={null} uploadEveryS={300} isLong />);
    expect(container.textContent).toBe('no data yet');
  });
});

test.each([
  [0, 'Online'],
  [-1, 'Offline'],
  [1, 'Alert'],
  [2, 'Uncommissioned'],
  [3, 'Not registered'],
])('status %d is shown as "%s"', (status, word) => {
  render(<SiteStatusBadge status={status} />);
  expect(screen.getByText(word)).toBeDefined();
});

test.each([
  ['import', 'Importing history'],
  ['report', 'No data yet'],
] as const)('a plant without a status that waits for its %s says so', (waitsFor, word) => {
  render(<SiteStatusBadge status={2} waitsFor={waitsFor} />);
  expect(screen.getByText(word)).toBeDefined();
});

test('the sparkline has breaks at gaps', () => {
  expect(sparkPath([1, 2, null, 4, 5], 96, 20).match(/M/g)).toHaveLength(2);
  expect(sparkPath([null, 3, null], 96, 20)).toMatch(/^M[\d. ]+h1\.5$/);
  expect(sparkPath([null, null], 96, 20)).toBe('');
  expect(sparkPath([0, 0], 96, 20)).not.toContain('NaN');
});
