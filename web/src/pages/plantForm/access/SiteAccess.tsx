// Whose a plant is and what others may see of it without an account: handed over, taken back, opened and closed here.

import { Offers } from './Offers.tsx';
import { PublicLinks } from './PublicLinks.tsx';
import { ServiceCompany } from './ServiceCompany.tsx';

interface Props {
  sid: string;
  timeZone: string;
  onCareEnded: () => void;
}

export default function SiteAccess({ sid, timeZone, onCareEnded }: Props) {
  return (
    <>
      <Offers sid={sid} timeZone={timeZone} />
      <ServiceCompany sid={sid} onEnded={onCareEnded} />
      <PublicLinks sid={sid} timeZone={timeZone} />
    </>
  );
}
