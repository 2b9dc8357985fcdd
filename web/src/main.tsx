// Starts the web client: texts, brand and colours, then sign-in alone or the portal with its router.
import { hasBegun } from './begin.ts';
import './ui/styles.ts';
import { PATHS } from '@heliograph/contract/pages.ts';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { preload, untilLoaded } from './api/loading.ts';
import { beginsWithChart } from './api/preload.ts';
import { accent, brand, portal } from './brand/portal.ts';
import { storeLanguage } from './i18n/language.ts';
import { addTexts, startTexts } from './i18n/start.ts';
import { setAfterSignIn } from './session/afterSignIn.ts';
import { isSignedIn } from './session/session.ts';
import { KEYS } from './session/storage.ts';
import { AppFrame } from './shell/AppFrame.tsx';
import { addLiveRegion } from './ui/announcer.ts';
import { focusHeading, restoreLostFocus } from './ui/focus.ts';
import { themeOf, variablesOf } from './ui/theme.ts';

// The chart library is as large as everything else, so it loads while calls are pending.
if (hasBegun && beginsWithChart(location)) preload(() => import('./components/chart/echarts.ts'));

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The scroll lock of dialogs adds a style element and takes the nonce from here. Zod, where forms load it,
// would try to create functions from text, which the page's policy forbids and browsers report.
Object.assign(globalThis, { __webpack_nonce__: nonce, __zod_globalConfig: { jitless: true } });

const theme = themeOf(accent);
const variables = variablesOf(accent);
const schemes = localStorageColorSchemeManager({ key: KEYS.colorScheme });

document.title = brand.name;
const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
if (icon) icon.href = brand.marks.light;
storeLanguage();
addLiveRegion();
restoreLostFocus();

const root = createRoot(document.getElementById('root')!);
const draw = (page: ReactNode): void =>
  startTransition(() =>
    root.render(
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        // It defines all variables: the library's sheet of defaults, which ours replace, need not load.
        deduplicateCssVariables={false}
        colorSchemeManager={schemes}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {page}
      </MantineProvider>,
    ),
  );

const loadApp = () => import('./app.tsx');
const showApp = async (): Promise<void> => draw(await (await untilLoaded(loadApp)).openApp());

/** Sign-in waits for the form only; the rest loads while the password is typed. */
async function showSignIn(): Promise<void> {
  const [{ default: SignInPage }] = await Promise.all([
    untilLoaded(() => import('./pages/auth/SignInPage.tsx')),
    addTexts(['auth']),
  ]);
  setAfterSignIn(async (address) => {
    history.replaceState(null, '', address);
    await showApp();
    focusHeading();
  });
  document.addEventListener('input', () => preload(loadApp), { once: true });
  draw(
    <AppFrame>
      <SignInPage />
    </AppFrame>,
  );
}

/** No top-level await: files of pages import this one and would wait for it, and the build would keep empty files between pages and their parts. */
async function show(): Promise<void> {
  await startTexts();
  if (portal.maintenance) {
    const load = () => import('./pages/status/MaintenancePage.tsx');
    const [{ MaintenancePage }] = await Promise.all([untilLoaded(load), addTexts(['status'])]);
    return draw(<MaintenancePage />);
  }
  const isAlone = location.pathname === PATHS.SignIn && !isSignedIn();
  // If one of its files fails to load, the router shows the error, as for every page.
  await (isAlone ? showSignIn().catch(showApp) : showApp());
}
void show();
