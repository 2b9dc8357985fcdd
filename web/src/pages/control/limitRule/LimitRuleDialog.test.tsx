// A rule that somebody else sets while the dialog is open is not overwritten silently.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addTexts, startTexts } from '../../../i18n/start.ts';
import LimitRuleDialog from './LimitRuleDialog.tsx';

beforeAll(async () => {
  await startTexts();
  await addTexts(['shell', 'limitRule']);
});
afterEach(() => vi.unstubAllGlobals());

type Data = Parameters<typeof LimitRuleDialog>[0]['data'];
const dataOf = (most: number, revision: number): Data => ({
  rule: {
    kind: 'feedIn',
    most,
    mostUnit: '%',
    byMeter: false,
    priceOf: null,
    below: null,
    limitPercent: null,
    safePercent: 30,
  },
  revision,
  setBy: '',
  setIso: null,
  now: null,
  installedW: 6_900,
  hasMeter: true,
  hasPrices: true,
  currency: 'EUR',
  timezone: 'Europe/Berlin',
  others: [],
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
});

test('saves with the revision of the rule that the dialog was opened with', async () => {
  const sent: { most?: number; revision?: number }[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return new Response(JSON.stringify({ code: 1569, msg: 'changed meanwhile', data: {} }));
  });
  const client = new QueryClient();
  const dialog = (data: Data) => (
    <MantineProvider>
      <QueryClientProvider client={client}>
        <LimitRuleDialog sid="DE_1" data={data} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(dialog(dataOf(60, 1)));
  // The page refetches every 15 seconds.
  rerender(dialog(dataOf(40, 2)));
  fireEvent.click(await screen.findByRole('button', { name: 'Save rule' }));
  await waitFor(() => expect(sent).toMatchObject([{ most: 60, revision: 1 }]));
});
