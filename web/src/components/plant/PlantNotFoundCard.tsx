// Card in place of a plant that is not found, with a link to the plant list.
import { IconSolarPanel } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { links } from '../../links.ts';
import { NotFound } from '../NotFound.tsx';

export default function PlantNotFoundCard() {
  const { t } = useTranslation();
  return (
    <NotFound
      title={t('noPlant.title')}
      icon={<IconSolarPanel size={22} stroke={1.75} aria-hidden />}
      heading={t('noPlant.what')}
      text={t('noPlant.text')}
      to={links.sites()}
      toLabel={t('noPlant.toList')}
    />
  );
}
