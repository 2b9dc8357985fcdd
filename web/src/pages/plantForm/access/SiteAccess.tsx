// Ownership, service and public links of a plant.

import { Offers } from './Offers.tsx';
import { PublicLinks } from './PublicLinks.tsx';
import { ServiceCompany } from './ServiceCompany.tsx';

interface Props {
  sid: string;
  timeZone: string;
  onlyPublicLinks: boolean;
  onAssignmentEnded: () => void;
}

export default function SiteAccess({ sid, timeZone, onlyPublicLinks, onAssignmentEnded }: Props) {
  return (
    <>
      {!onlyPublicLinks && <Offers sid={sid} timeZone={timeZone} />}
      {!onlyPublicLinks && <ServiceCompany sid={sid} onEnded={onAssignmentEnded} />}
      <PublicLinks sid={sid} timeZone={timeZone} />
    </>
  );
}
