// Short messages at the edge of the page: what was done, or what a dialog could not do.
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';

export function toastDone(message: string): void {
  notifications.show({ message, color: 'green', icon: <IconCheck size={18} />, autoClose: 4000, withBorder: true });
}

/** Neither done nor failed. */
export function toastNote(message: string): void {
  notifications.show({ message, color: 'gray', icon: <IconInfoCircle size={18} />, autoClose: 4000, withBorder: true });
}

export function toastFailed(message: string): void {
  notifications.show({
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: 8000,
    withBorder: true,
    role: 'alert',
  });
}
