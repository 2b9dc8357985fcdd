// Where short messages appear: at the foot of the page, above pagers, form buttons and the bottom bar. Loaded with the first of them.
import '../ui/panelStyles.ts';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './Messages.module.css';

export default function Messages() {
  return <Notifications position="bottom-center" containerWidth={360} className={classes.toasts} />;
}
