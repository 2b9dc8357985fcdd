// Container of short messages at the foot of the page, above pagers, form buttons and the bottom bar. Loaded with the first message.
import '../ui/panelStyles.ts';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import classes from './Messages.module.css';

export default function Messages() {
  const { t } = useTranslation();
  // The close button of a message has an icon only, so it needs a name.
  const components = { Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('common.close') } } } };
  return (
    <MantineThemeProvider theme={{ components }}>
      <Notifications position="bottom-center" containerWidth={360} className={classes.toasts} />
    </MantineThemeProvider>
  );
}
