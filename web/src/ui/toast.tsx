// Short messages at the edge of the page: what was done, or what a dialog could not do.
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { getI18n } from 'react-i18next';

const same = () => ({ withBorder: true, closeButtonProps: { 'aria-label': getI18n().t('common.close') } });

export function toastDone(message: string): void {
  notifications.show({ message, color: 'green', icon: <IconCheck size={18} />, autoClose: 4000, ...same() });
}

/** Neither done nor failed. */
export function toastInfo(message: string): void {
  notifications.show({ message, color: 'gray', icon: <IconInfoCircle size={18} />, autoClose: 4000, ...same() });
}

export function toastFailed(message: string): void {
  notifications.show({
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: 8000,
    ...same(),
    role: 'alert',
  });
}
