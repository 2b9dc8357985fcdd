// What stands around every page, signed in or not: the bar without a connection, the Tip of a new version, the way
// back of who looks through a role, and until when a second factor has to be set up.
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../api/loading.ts';
import { useSession } from '../session/session.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { TipDialog } from './TipDialog.tsx';

const SecondFactorBar = lazyPart(() => import('./SecondFactorBar.tsx'));
const ViewingBar = lazyPart(() => import('./ViewingBar.tsx'));

export function Around({ children }: { children: ReactNode }) {
  const { viewing, secondFactor } = useSession();
  return (
    <>
      <ConnectionBar />
      {children}
      <TipDialog />
      <Suspense>
        {viewing ? (
          <ViewingBar viewing={viewing} />
        ) : (
          secondFactor && !secondFactor.isOver && <SecondFactorBar byIso={secondFactor.byIso} />
        )}
      </Suspense>
    </>
  );
}
