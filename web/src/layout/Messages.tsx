// Where short messages appear; loaded with the first of them.
import '../ui/panelStyles.ts';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export default function Messages() {
  return <Notifications position="top-right" />;
}
