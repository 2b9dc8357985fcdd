// The fourteen brands of the portal, and the editor of the open one.
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/PageHeader.tsx';

export default function BrandsPage() {
  const { t } = useTranslation();
  return <PageHeader title={t('brands.title')} />;
}
