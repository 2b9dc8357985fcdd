// Starts the web client: texts, brand and colours, then the router.
import './ui/styles.ts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { brand, portal } from './brand/portal.ts';
import { keepLanguage } from './i18n/language.ts';
import { askLanguages } from './i18n/languages.ts';
import { addTexts, startTexts } from './i18n/start.ts';
import { MaintenancePage } from './pages/status/MaintenancePage.tsx';
import { buildRouter } from './routes.tsx';
import { followSession } from './session/follow.ts';
import { KEYS } from './session/storage.ts';
import { themeOf, variablesOf } from './ui/theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock behind dialogs makes a style element of its own and asks for the nonce here. Zod, where forms load it,
// would try whether it may make functions of text, which the page's policy forbids and browsers report.
Object.assign(globalThis, { __webpack_nonce__: nonce, __zod_globalConfig: { jitless: true } });

const theme = themeOf(brand.accent);
const variables = variablesOf(brand.accent);
const schemes = localStorageColorSchemeManager({ key: KEYS.colorScheme });

document.title = brand.name;
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
if (icon) icon.href = `/brand/${brand.logo === 'plain' ? 'plain' : brand.id}.svg`;
keepLanguage();

async function app() {
  if (portal.maintenance) return <MaintenancePage />;
  const router = buildRouter();
  followSession(router);
  await router.load();
  return <RouterProvider router={router} />;
}

await startTexts();
if (portal.maintenance) await addTexts(['status']);
/** Not awaited at the top: the files of pages import this one and would wait for it to end. */
async function show(): Promise<void> {
  const page = await app();
  const root = createRoot(document.getElementById('root')!);
  startTransition(() =>
    root.render(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        // It writes all of them: a sheet with the library's defaults, which ours replace, would be loaded for nothing.
        deduplicateCssVariables={false}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {page}
      </MantineProvider>,
    ),
  );
  void askLanguages();
}
void show();
