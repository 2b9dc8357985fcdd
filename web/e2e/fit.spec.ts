// Measures whether the texts of pages fit in other languages at the widths of a phone, a tablet and a desktop.
import { LANGUAGES, localeOf } from '@heliograph/contract/envelope.ts';
import { misfitsOf } from '../../bench/screens/fit.ts';
import { sampled } from '../../server/test/sampling.ts';
import { addKinds, makePlant } from './plants.ts';
import { test as base, expect, type Portal, signIn, startPortal } from './portal.ts';

/** With a portal of its own: names that other journeys give plants are longer than any page has room for. */
const test = base.extend<object, { portal: Portal }>({
  portal: [
    async ({ browserName: _ }, use) => {
      const portal = await startPortal();
      await use(portal);
      await portal.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const ADMINISTRATOR = 'admin@example.com';
/** Texts of British English differ in spelling only. */
const TRANSLATED = LANGUAGES.filter((language) => !('base' in language));
/** Names of devices, companies and people, which may end in an ellipsis. */
const NAMES = /"(FIT-|Company of |[^"]*@)/;
/** With consecutive seeds, every page is measured in every language, because the two samples have no common divisor. */
const SAMPLE_OF_LANGUAGES = 5;
const SAMPLE_OF_PAGES = 4;

let pages: readonly (readonly [address: string, readySelector: string])[] = [];
test.beforeAll(async ({ portal }) => {
  const sid = await makePlant(portal, ADMINISTRATOR, 'Kita Regenbogen');
  const devices = await addKinds(portal, ADMINISTRATOR, sid, 'FIT-');
  pages = [
    ['/pvPlant', 'main tbody tr'],
    ['/pvPlant?view=cards', 'main li'],
    ['/pvPlant/edit', 'main form'],
    [`/pvPlant/edit?sid=${sid}`, 'main form'],
    ...[
      '',
      '&view=power',
      '&view=energy',
      '&view=history',
      '&view=alerts&state=all',
      '&view=report',
      '&view=setUp',
    ].map((view) => [`/pvPlant/detail?sid=${sid}${view}`, 'main section'] as const),
    ...devices.map((address) => [address, 'main section'] as const),
    ['/dashboard', 'main section'],
    ['/alerts', 'main section'],
    ['/users', 'main tbody tr'],
    ['/companies', 'main tbody tr'],
    ['/devices/index', 'main tbody tr'],
    ['/snList', 'main section'],
    [`/pvPlant/parameterSetting?sid=${sid}&sn=FIT-STRINGMACHINE`, 'main section'],
    ['/ucenter/account', 'main form'],
  ];
});

for (const { code, title } of sampled(TRANSLATED, SAMPLE_OF_LANGUAGES)) {
  test.describe(title, () => {
    test.use({ locale: localeOf(code), contextOptions: { reducedMotion: 'reduce' } });
    test(`pages in ${title} cut no text, break no word and need no sideways scrolling`, async ({ page }) => {
      const measured = sampled(pages, SAMPLE_OF_PAGES);
      test.setTimeout(60_000 + measured.length * 10_000);
      await signIn(page, { email: ADMINISTRATOR, to: '/healthz' });
      const problems: string[] = [];
      for (const [address, readySelector] of measured) {
        await page.goto(address);
        await expect(page.locator(readySelector).first()).toBeVisible();
        await expect(page.locator('main [data-bone]')).toHaveCount(0);
        const misfits = (await misfitsOf(page)).filter((misfit) => !NAMES.test(misfit));
        problems.push(...misfits.map((misfit) => `${address} at ${misfit}`));
      }
      expect(problems).toEqual([]);
    });
  });
}
