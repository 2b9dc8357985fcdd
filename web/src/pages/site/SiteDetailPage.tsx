// Not built yet: holds the page's place in the route table.
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader.tsx';

export default function SiteDetailPage() {
  const { t } = useTranslation();
  return <PageHeader title={t('menu.PvPlant')} />;
}
