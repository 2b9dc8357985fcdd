// The frame of every signed-in page: the query cache, side menu (a bottom bar on phones), side panel, footer, messages.
import { notificationsStore } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../api/loading.ts';
import { queryClient } from '../api/useCall.ts';
import { addTexts } from '../i18n/start.ts';
import { hasSignedIn } from '../session/afterSignIn.ts';
import { SkipLink } from '../ui/SkipLink.tsx';
import { BottomBar } from './BottomBar.tsx';
import { FloatingPanel } from './FloatingPanel.tsx';
import { Footer } from './Footer.tsx';
import { usePalette } from './paletteKeys.ts';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';

// Not needed to show a page, so loaded on first use.
const ChangePasswordDialog = lazyPart(() => import('./ChangePasswordDialog.tsx'));
/** Loads the palette together with its texts, which no page loads. */
const loadPalette = async () => {
  const [file] = await Promise.all([import('./palette/Palette.tsx'), addTexts(['palette'])]);
  return file;
};
const Palette = lazyPart(loadPalette);
const Messages = lazyPart(() => import('./Messages.tsx'));
const SignedInNotice = lazyPart(() => import('./SignedInNotice.tsx'));
const hasMessages = () => notificationsStore.getState().notifications.length > 0;

/** The same width as in the styles. */
const phone = () => window.matchMedia('(max-width: 900px)');
const onPhone = (change: () => void) => {
  const query = phone();
  query.addEventListener('change', change);
  return () => query.removeEventListener('change', change);
};

export default function Shell() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [showsMessages, setShowsMessages] = useState(false);
  // Stays mounted after the first message, because the last message leaves with an animation.
  if (useSyncExternalStore(notificationsStore.subscribe, hasMessages) && !showsMessages) setShowsMessages(true);
  const [showsSignedIn] = useState(hasSignedIn);
  const palette = usePalette(loadPalette);
  // Not rendered when hidden, because it has as many links as a page.
  const isPhone = useSyncExternalStore(onPhone, () => phone().matches);
  const changePassword = () => setChangingPassword(true);
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.shell} data-open={isOpen || undefined}>
        <SkipLink>{t('layout.skip')}</SkipLink>
        {!isPhone && (
          <Sidebar isOpen={isOpen} setOpen={setOpen} onChangePassword={changePassword} onSearch={palette.open} />
        )}
        <div className={classes.column}>
          <main id="content" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
          <div className={classes.end}>
            <Footer />
            <FloatingPanel />
          </div>
        </div>
        <BottomBar onChangePassword={changePassword} onSearch={palette.open} />
        <Suspense>{isChangingPassword && <ChangePasswordDialog onClose={() => setChangingPassword(false)} />}</Suspense>
        <Suspense>{palette.isOpen && <Palette onClose={palette.close} onChangePassword={changePassword} />}</Suspense>
        <Suspense>{showsMessages && <Messages />}</Suspense>
        <Suspense>{showsSignedIn && <SignedInNotice />}</Suspense>
      </div>
    </QueryClientProvider>
  );
}
