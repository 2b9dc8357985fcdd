// Where short messages appear: above the foot of lists and forms, on phones at the top, away from what one presses. Loaded with the first of them.
import '../ui/panelStyles.ts';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import classes from './Messages.module.css';

export default function Messages() {
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false });
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-center'}
      containerWidth={360}
      className={classes.toasts}
    />
  );
}
