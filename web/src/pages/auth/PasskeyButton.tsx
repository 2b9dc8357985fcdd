// A passkey in place of what is asked for, where the browser knows what that is.
import { Button } from '@mantine/core';

interface Props {
  label: string;
  disabled: boolean;
  onClick: () => void;
}

export const PasskeyButton = ({ label, ...rest }: Props) =>
  'PublicKeyCredential' in window && (
    <Button variant="default" size="md" fullWidth {...rest}>
      {label}
    </Button>
  );
