// Ownership, service and public links of a plant.

import { Offers } from './Offers.tsx';
import { PublicLinks } from './PublicLinks.tsx';
import { ServiceCompany } from './ServiceCompany.tsx';

interface Props {
  sid: string;
  timeZone: string;
  onAssignmentEnded: () => void;
}

export default function SiteAccess({ sid, timeZone, onAssignmentEnded }: Props) {
  return (
    <>
      <Offers sid={sid} timeZone={timeZone} />
      <ServiceCompany sid={sid} onEnded={onAssignmentEnded} />
      <PublicLinks sid={sid} timeZone={timeZone} />
    </>
  );
}
