// Link to the documents of a product, for users who may read them.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../links.ts';
import { usePermission } from '../session/session.ts';

/** `product`: its name. */
export function DocumentsLink({ product }: { product: string }) {
  const { t } = useTranslation();
  if (!usePermission('Documentation')) return null;
  // The label may break in the menu; in a line of text it stays whole.
  return (
    <Link style={{ whiteSpace: 'nowrap' }} {...links.documentation({ product })}>
      {t('menu.Documentation')}
    </Link>
  );
}
