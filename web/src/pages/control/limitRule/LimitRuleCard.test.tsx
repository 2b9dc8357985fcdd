// Devices that a rule does not limit are named; many of them are a collapsed list.
import type { Response } from '@heliograph/contract/calls.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import { t } from '../../../i18n/translation.ts';
import { LimitRuleCard } from './LimitRuleCard.tsx';
import { ruleText } from './words.ts';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'limitRule']);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function renderOthers(names: readonly string[]): Promise<HTMLElement> {
  const data = {
    rule: null,
    revision: 0,
    setBy: '',
    setIso: null,
    now: null,
    installedW: 6_900,
    hasMeter: true,
    hasPrices: true,
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    others: names.map((alias, n) => ({ sn: `A${n}`, alias, why: 'cannot' })),
    control: {
      isOff: false,
      offIso: null,
      maySwitch: false,
      freeIso: null,
      mayRead: true,
      mayWrite: true,
      mayApprove: false,
      needsSecondFactor: false,
    },
    counts: { limited: 1, holding: 1, above: 0, returning: 0 },
  };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 200, msg: '', data })));
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <LimitRuleCard sid="DE_1" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return await screen.findByRole('status');
}

test('names a few unlimited devices in the sentence', async () => {
  expect((await renderOthers(['Barn', ''])).textContent).toBe('2 devices produce power and are not limited: Barn, A1');
  expect(screen.queryByRole('listitem')).toBeNull();
});

test('counts many unlimited devices and names them in a collapsed list', async () => {
  const notice = await renderOthers(Array.from({ length: 50 }, (_, n) => `Roof, row ${n}`));
  expect(notice.querySelector('summary')!.textContent).toBe('50 devices produce power and are not limited');
  expect(notice.querySelector('details')!.open).toBe(false);
  expect(notice.querySelectorAll('li')).toHaveLength(50);
});

test('shows a percentage limit with the installed power in kWp', () => {
  const rule = { kind: 'feedIn', most: 60, mostUnit: '%', byMeter: false } as Response<'site/limitRule'>['rule'];
  const answer = { rule, installedW: 21_103, currency: 'EUR' } as Response<'site/limitRule'>;
  expect(ruleText(t, answer)).toBe('At most 60% of 21.1 kWp installed into the grid');
});
