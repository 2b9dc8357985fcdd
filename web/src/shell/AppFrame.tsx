// The frame of every page, signed in or not: the bar for a lost connection, the Tip of a new version, the button that
// ends viewing as a role, and the deadline for setting up a second factor.
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../api/loading.ts';
import { useSession } from '../session/session.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { TipDialog } from './TipDialog.tsx';

const SessionBar = lazyPart(() => import('./SessionBar.tsx'));

export function AppFrame({ children }: { children: ReactNode }) {
  const { viewing, secondFactor } = useSession();
  return (
    <>
      <ConnectionBar />
      {(viewing ?? (secondFactor && !secondFactor.isOver)) && (
        <Suspense fallback={<div style={{ height: 48 }} />}>
          <SessionBar />
        </Suspense>
      )}
      {children}
      <TipDialog />
    </>
  );
}
