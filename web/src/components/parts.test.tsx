// What a person reads of a plant's parts: energy flow in words, provenance, stale values, status, the small curve.
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
const node = (power: string, direction: Node['direction'], more: Partial<Node> = {}): Node => ({
  power,
  powerUnit: 'W',
  direction,
  show: true,
  rate: '',
  showPower: true,
  ageS: null,
  isOld: false,
  ...more,
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

const words = () => screen.getByRole('list', { name: 'Energy flow in words' }).textContent;

describe('energy flow', () => {
  test('says in words what the picture shows', () => {
    render(<EnergyFlow ratedW={0} flow={house} isStale={false} />);
    expect(words()).toBe(
      'Solar produces 4.31 kW, 62% of its rated powerHome uses 1.20 kWBattery charges at 0.50 kW, 62% full'.replace(
        'Battery',
        '2.61 kW go to the gridBattery',
      ),
    );
  });
  test('directions of the wire turn into giving and taking', () => {
    render(<EnergyFlow ratedW={0} flow={{ ...house, grid: node('300', 1), battery: node('80', 1) }} isStale={false} />);
    expect(words()).toContain('0.30 kW come from the grid');
    expect(words()).toContain('Battery discharges at 0.08 kW');
  });
  test('a home that would give is no home that uses: more goes out than comes in', () => {
    const turned = {
      ...roofOnly,
      PVPanel: node('', 0, { showPower: false }),
      grid: node('590', 2),
      home: node('590', 1),
    };
    render(<EnergyFlow ratedW={32_000} flow={turned} isStale={false} />);
    expect(words()).toContain('0.59 kW more go out than come in: ');
    expect(words()).toContain('a meter is installed the other way round0.59 kW go to the grid');
    expect(words()).not.toContain('Home uses');
  });
  test('one unit in the picture and in its words: of what the plant can give, else of the most that flows', () => {
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
      expect([unitsIn(words()), unitsIn(drawn(container))]).toEqual([new Set([unit]), new Set([unit])]);
      unmount();
    }
  });
  test('what produces nothing has no share of its rated power', () => {
    render(<EnergyFlow ratedW={0} flow={{ ...house, PVPanel: node('0', 0, { rate: '0' }) }} isStale={false} />);
    expect(words()).toContain('Solar is not producingHome');
  });
  test('what moves begins where its wire is drawn, with a generator, too', () => {
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
  test('an old value is told where home is reckoned by it, not where nobody measures', () => {
    const old = node('4310', 1, { isOld: true, ageS: 480 });
    const { unmount } = render(<EnergyFlow ratedW={0} flow={{ ...house, PVPanel: old }} isStale={false} />);
    expect(words()).toContain('Solar: measured 8 minutes ago');
    unmount();
    const { container } = render(<EnergyFlow ratedW={0} flow={{ ...roofOnly, PVPanel: old }} isStale={false} />);
    expect(words()).not.toContain('measured 8 minutes ago');
    expect(container.querySelector('[data-stale]')).toBeNull();
  });
  test('what nobody measures is said, not shown as zero', () => {
    render(<EnergyFlow ratedW={0} flow={roofOnly} isStale={false} />);
    expect(words()).toContain('no meter is connected');
    expect(screen.getByText('not measured')).toBeDefined();
  });
  const moving = (container: HTMLElement) => container.querySelectorAll('[class*="dot"]').length;
  test('stands still and says why once its values are old', () => {
    const { container, rerender } = render(<EnergyFlow ratedW={0} flow={house} isStale={false} />);
    // Two on each of the long wires, to home and to the grid.
    expect(moving(container)).toBe(6);
    rerender(<EnergyFlow ratedW={0} flow={house} isStale />);
    expect(moving(container)).toBe(0);
    expect(words()).toContain('no longer current');
  });
  test('stands still where nothing flows', () => {
    const { container } = render(
      <EnergyFlow ratedW={0} flow={{ ...roofOnly, PVPanel: node('0', 0) }} isStale={false} />,
    );
    expect(moving(container)).toBe(0);
  });
  test('stands still while nobody can see it', () => {
    const { container } = render(<EnergyFlow ratedW={0} flow={house} isStale={false} />);
    const state = vi.spyOn(document, 'visibilityState', 'get');
    for (const [shown, dots] of [
      ['hidden', 0],
      ['visible', 6],
    ] as const) {
      state.mockReturnValue(shown);
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      expect(moving(container)).toBe(dots);
    }
    state.mockRestore();
  });
  test('moves by what needs no painting, and not for those who want no motion', () => {
    const frames = [...flowStyles.matchAll(/@keyframes \w+ \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g)].map(
      ([, inner]) => inner!,
    );
    const properties = frames.flatMap((inner) => [...inner.matchAll(/([\w-]+):/g)].map(([, name]) => name));
    expect(new Set(properties)).toEqual(new Set(['transform', 'animation-timing-function']));
    expect(flowStyles).not.toMatch(/transition/);
    expect(flowStyles).toMatch(/prefers-reduced-motion: reduce\) \{\s*\.dot \{\s*display: none;/);
  });
  test('a power that is not live is a dash, never 0', () => {
    const silent = { ...roofOnly, PVPanel: node('', 0, { showPower: false }) };
    expect(flowNodes(silent)[0]!.powerW).toBeNull();
    render(<EnergyFlow ratedW={0} flow={silent} isStale />);
    expect(words()).toContain('Solar: no live value');
    expect(screen.getByText('–')).toBeDefined();
  });
});

test('two energies that are compared are told in one unit', () => {
  const { container } = render(
    <>
      <EnergyFigure label="Nov 25" energy="987" besideKwh="1020" />
      <EnergyFigure label="Nov 24" energy="1020" besideKwh="987" />
      <EnergyFigure label="Nov 23" energy="987" />
    </>,
  );
  expect(container.textContent).toBe('Nov 25 0.99 MWhNov 24 1.02 MWhNov 23 987 kWh');
});

test('provenance says how a figure was obtained and how complete it is; only what is whole is called whole', () => {
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

describe('age', () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  test('is live within three expected uploads', () => {
    render(<LiveAge at={ago(800)} uploadEveryS={300} isLong />);
    expect(screen.getByText('updated')).toBeDefined();
    expect(screen.queryByLabelText('no longer live')).toBeNull();
  });
  test('is marked with a sign and a word after that', () => {
    const { container } = render(<LiveAge at={ago(1000)} uploadEveryS={300} isLong />);
    expect(screen.getByText('last data')).toBeDefined();
    expect(screen.getByLabelText('no longer live')).toBeDefined();
    expect(container.querySelector('[data-stale]')).not.toBeNull();
  });
  test('grows while one looks, is marked when it is too old, and is live again with the next report', () => {
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
  test('never heard of is no live value', () => {
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
])('status %d is a word', (status, word) => {
  render(<SiteStatusBadge status={status} />);
  expect(screen.getByText(word)).toBeDefined();
});

test('the small curve breaks at gaps', () => {
  expect(sparkPath([1, 2, null, 4, 5], 96, 20).match(/M/g)).toHaveLength(2);
  expect(sparkPath([null, 3, null], 96, 20)).toMatch(/^M[\d. ]+h1\.5$/);
  expect(sparkPath([null, null], 96, 20)).toBe('');
  expect(sparkPath([0, 0], 96, 20)).not.toContain('NaN');
});
