// Button that uses a passkey, shown only where the browser supports passkeys.
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
