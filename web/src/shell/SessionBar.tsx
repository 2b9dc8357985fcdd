// What is said of the session above every page: as which role it looks at the portal, or until when it lacks a second factor.
import { useSession } from '../session/session.ts';
import { SecondFactorBar } from './SecondFactorBar.tsx';
import { ViewingBar } from './ViewingBar.tsx';

export default function SessionBar() {
  const { viewing, secondFactor } = useSession();
  if (viewing) return <ViewingBar viewing={viewing} />;
  return secondFactor && !secondFactor.isOver && <SecondFactorBar byIso={secondFactor.byIso} />;
}
