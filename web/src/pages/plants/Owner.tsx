// The owner of a plant in a list: name or e-mail address, and the telephone number as a link for users who may change the plant.
import { useTranslation } from 'react-i18next';
import { DASH } from '../../format/numbers.ts';
import type { SiteRow } from './siteList.ts';

export function Owner({ row: { ownerName, userEmail } }: { row: SiteRow }) {
  const name = ownerName || userEmail;
  return <span title={[ownerName, userEmail].filter(Boolean).join(', ')}>{name || DASH}</span>;
}

/** Nothing without a number. */
export function OwnerPhone({ row: { ownerName, ownerPhone, userEmail } }: { row: SiteRow }) {
  const { t } = useTranslation();
  if (!ownerPhone) return null;
  return (
    <a
      className="num"
      href={`tel:${ownerPhone.replaceAll(/[^\d+]/g, '')}`}
      aria-label={t('sites.call', { name: ownerName || userEmail, phone: ownerPhone })}
    >
      {ownerPhone}
    </a>
  );
}
