// Documents of a product, newest versions only; and the button that adds one.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { full } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { usePermission } from '../../../session/session.ts';
import { Card } from '../../../ui/Card.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import classes from '../documents/documents.module.css';
import { languageNames } from '../documents/words.ts';
import type { Product } from './productForm.ts';

const MAX_DOCUMENTS = 10;

export function ProductDocuments({ product: { model, name } }: { product: Product }) {
  const { t } = useTranslation();
  const mayRead = usePermission('Documentation');
  const mayAdd = usePermission('DocumentChange');
  const { data } = useCall(
    'configuration/documentation/list',
    { page: { size: MAX_DOCUMENTS }, filters: { model } },
    { enabled: mayRead },
  );
  if (!mayRead) return null;
  return (
    <Card
      title={t('products.documents')}
      side={
        mayAdd && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link {...props} {...links.newDocument({ model })} />}
          >
            {t('products.addDocument')}
          </Button>
        )
      }
    >
      {data?.total === 0 && <p className="muted">{t('products.noDocuments')}</p>}
      <ul className={classes.versions}>
        {data?.list.map(({ id, title, version, languages, fileName, isComing }) => (
          <li key={id}>
            <div className={classes.what}>
              <Link {...links.document(id)}>{title}</Link>{' '}
              <span className="muted">
                {[version, languageNames(languages)].filter((text) => text !== '').join(' · ')}
              </span>
            </div>
            {!isComing && <DownloadButton id={id} name={fileName} isSmall />}
          </li>
        ))}
      </ul>
      {data && data.total > MAX_DOCUMENTS && (
        <Link {...links.documentation({ product: name })}>
          {t('products.moreDocuments', { count: full(data.total, 0) })}
        </Link>
      )}
    </Card>
  );
}
