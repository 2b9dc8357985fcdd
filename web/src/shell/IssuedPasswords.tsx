// Shows the passwords of devices that were registered without a connection, plant by plant.
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api/useCall.ts';
import { CredentialsDialog } from '../components/Credentials.tsx';
import { removeIssued, useIssued } from '../offline/issuedPasswords.ts';

export default function IssuedPasswords({ onClose }: { onClose: () => void }) {
  const list = useIssued();
  const issued = list[0];
  if (!issued) return null;
  const close = () => {
    removeIssued(issued);
    if (list.length === 1) onClose();
  };
  // Rendered beside the page, not in it.
  return (
    <QueryClientProvider client={queryClient}>
      <CredentialsDialog {...issued} onClose={close} />
    </QueryClientProvider>
  );
}
