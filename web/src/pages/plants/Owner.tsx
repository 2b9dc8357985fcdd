// The owner of a plant in a list: name or e-mail address, and the telephone number as a link for users who may change the plant.
import { IconPhone } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DASH } from '../../format/numbers.ts';
import type { SiteRow } from './siteList.ts';

export function Owner({ row: { ownerName, userEmail } }: { row: SiteRow }) {
  const name = ownerName || userEmail;
  return <span title={[ownerName, userEmail].filter(Boolean).join(', ')}>{name || DASH}</span>;
}

/** Nothing without a number. `asIcon`: where the number has no room. */
export function OwnerPhone({
  row: { ownerName, ownerPhone, userEmail },
  asIcon = false,
}: {
  row: SiteRow;
  asIcon?: boolean;
}) {
  const { t } = useTranslation();
  if (!ownerPhone) return null;
  return (
    <a
      className="num"
      href={`tel:${ownerPhone.replaceAll(/[^\d+]/g, '')}`}
      aria-label={t('sites.call', { name: ownerName || userEmail, phone: ownerPhone })}
    >
      {asIcon ? <IconPhone size={16} stroke={1.75} aria-hidden /> : ownerPhone}
    </a>
  );
}
