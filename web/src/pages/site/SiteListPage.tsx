// The plants one may see: a list to work with, or, for who only looks at a few, these plants and nothing else.
import { useSearch } from '@tanstack/react-router';
import { usePermission } from '../../session/session.ts';
import { AllSites } from './list/AllSites.tsx';
import { OwnSites } from './list/OwnSites.tsx';

export default function SiteListPage() {
  const mayCreate = usePermission('SiteCreate');
  // Who comes with a search or a filter wants the list.
  const isPlain = Object.keys(useSearch({ strict: false })).length === 0;
  return mayCreate || !isPlain ? <AllSites /> : <OwnSites />;
}
