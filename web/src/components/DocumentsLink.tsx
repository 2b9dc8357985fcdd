// The way to the documents of a product, and of one of its codes, for who may read them.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { links } from '../links.ts';
import { usePermission } from '../session/session.ts';

/** `product` by its name; `code`: what its device tells of, as manuals write it. */
export function DocumentsLink({ product, code }: { product: string; code?: string }) {
  const { t } = useTranslation();
  if (!usePermission('Documentation')) return null;
  // The menu's word may break there; in a line of text it stays whole.
  return (
    <Link style={{ whiteSpace: 'nowrap' }} {...links.documentation({ product, ...(code ? { q: code } : {}) })}>
      {t('menu.Documentation')}
    </Link>
  );
}
