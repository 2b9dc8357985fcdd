// What stands around every page, signed in or not: the bar without a connection, the Tip of a new version, and the way
// back of who looks through a role.
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../api/loading.ts';
import { useSession } from '../session/session.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { TipDialog } from './TipDialog.tsx';

const ViewingBar = lazyPart(() => import('./ViewingBar.tsx'));

export function Around({ children }: { children: ReactNode }) {
  const { viewing } = useSession();
  return (
    <>
      <ConnectionBar />
      {children}
      <TipDialog />
      {viewing && (
        <Suspense>
          <ViewingBar viewing={viewing} />
        </Suspense>
      )}
    </>
  );
}
