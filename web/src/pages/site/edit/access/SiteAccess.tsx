// Whose a plant is and what others may see of it without an account: handed over, taken back, opened and closed here.
import { Offers } from './Offers.tsx';
import { PublicLinks } from './PublicLinks.tsx';

export default function SiteAccess({ sid, timeZone }: { sid: string; timeZone: string }) {
  return (
    <>
      <Offers sid={sid} timeZone={timeZone} />
      <PublicLinks sid={sid} timeZone={timeZone} />
    </>
  );
}
