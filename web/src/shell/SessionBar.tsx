// The session's bar above every page: the role through which the portal is viewed, or the deadline for a second factor.
import { useSession } from '../session/session.ts';
import { SecondFactorBar } from './SecondFactorBar.tsx';
import { ViewingBar } from './ViewingBar.tsx';

export default function SessionBar() {
  const { viewing, secondFactor } = useSession();
  if (viewing) return <ViewingBar viewing={viewing} />;
  return secondFactor && !secondFactor.isOver && <SecondFactorBar byIso={secondFactor.byIso} />;
}
