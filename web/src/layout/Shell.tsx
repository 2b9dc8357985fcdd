// Around every signed-in page: the query cache, side menu (a bottom bar on phones), floating panel, footer, messages.
import '../ui/signedInStyles.ts';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api/useCall.ts';
import { BottomBar } from './BottomBar.tsx';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { FloatingPanel } from './FloatingPanel.tsx';
import { Footer } from './Footer.tsx';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';

export default function Shell() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [changesPassword, setChangesPassword] = useState(false);
  const changePassword = () => setChangesPassword(true);
  return (
    <QueryClientProvider client={queryClient}>
      <div className={classes.shell} data-open={isOpen || undefined}>
        <a className={classes.skip} href="#content">
          {t('layout.skip')}
        </a>
        <Sidebar isOpen={isOpen} setOpen={setOpen} onChangePassword={changePassword} />
        <div className={classes.column}>
          <main id="content" className={classes.content} tabIndex={-1}>
            <Outlet />
          </main>
          <Footer className={classes.footer} />
        </div>
        <FloatingPanel />
        <BottomBar onChangePassword={changePassword} />
        <ChangePasswordDialog opened={changesPassword} onClose={() => setChangesPassword(false)} />
        <Notifications position="top-right" />
      </div>
    </QueryClientProvider>
  );
}
