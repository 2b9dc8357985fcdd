// Short messages at the edge of the page: completed actions, or actions that a dialog could not complete.
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { getI18n } from 'react-i18next';
import { announce } from './announcer.ts';

const commonProps = () => ({ withBorder: true, closeButtonProps: { 'aria-label': getI18n().t('common.close') } });
/** Announces the message, so its element must not be live, and returns its common properties. */
const announceMessage = (message: string) => {
  announce(message);
  return { message, autoClose: 4000, ...commonProps(), role: 'log', 'aria-live': 'off' as const };
};

export function toastDone(message: string): void {
  notifications.show({ ...announceMessage(message), color: 'green', icon: <IconCheck size={18} /> });
}

/** Shows a message that is neither a success nor a failure. */
export function toastInfo(message: string): void {
  notifications.show({ ...announceMessage(message), color: 'gray', icon: <IconInfoCircle size={18} /> });
}

export function toastFailed(message: string): void {
  notifications.show({
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: 8000,
    ...commonProps(),
    role: 'alert',
  });
}
