// What stands around every page, signed in or not: the bar without a connection, the Tip of a new version, the way
// back of who looks through a role, and until when a second factor has to be set up.
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../api/loading.ts';
import { useSession } from '../session/session.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { TipDialog } from './TipDialog.tsx';

const SessionBar = lazyPart(() => import('./SessionBar.tsx'));

export function Around({ children }: { children: ReactNode }) {
  const { viewing, secondFactor } = useSession();
  return (
    <>
      <ConnectionBar />
      {children}
      <TipDialog />
      {(viewing ?? secondFactor) && (
        <Suspense>
          <SessionBar />
        </Suspense>
      )}
    </>
  );
}
