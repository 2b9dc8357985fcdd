// Whether the user installs plants and manages no other companies: their lists show owners, not the user.
import { usePermission, useSession } from '../../session/session.ts';

export function useIsInstaller(): boolean {
  const createsPlants = usePermission('SiteCreate');
  const managesCompanies = usePermission('Companies');
  const hasOthers = useSession().info?.scope !== 'own';
  return createsPlants && hasOthers && !managesCompanies;
}
