// What stands around every page, signed in or not: the bar without a connection, the Tip of a new version.
import type { ReactNode } from 'react';
import { ConnectionBar } from './ConnectionBar.tsx';
import { TipDialog } from './TipDialog.tsx';

export function Around({ children }: { children: ReactNode }) {
  return (
    <>
      <ConnectionBar />
      {children}
      <TipDialog />
    </>
  );
}
