// Facts of a document, and its versions with their downloads.
import type { Response } from '@heliograph/contract/calls.ts';
import { DOCUMENT_UPLOAD_DAYS } from '@heliograph/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import { full } from '../../../format/numbers.ts';
import { dateOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Facts } from '../Facts.tsx';
import { DownloadButton } from './DownloadButton.tsx';
import type { DocumentDetail } from './documentForm.ts';
import classes from './documents.module.css';
import { languageNames } from './words.ts';

interface Props {
  document: DocumentDetail;
  /** Button that deletes a document whose upload is incomplete. */
  deleteButton: ReactNode;
}

export function DocumentFacts({ document, deleteButton }: Props) {
  const { t } = useTranslation();
  const { id, title, version, languages, products, fileName, bytes, pages, createdIso, addedBy, companyName } =
    document;
  const facts: [label: string, value: string][] = [
    [t('documentation.name'), title],
    [t('documentation.version'), version],
    [t('documentation.languages'), languageNames(languages)],
    [t('documentation.products'), products.map(({ name }) => name).join(', ') || t('documentation.allProducts')],
    [t('documentation.file'), fileName],
    [t('documentation.size'), sizeOf(bytes)],
    [t('documentation.pages'), pages === null ? '' : full(pages, 0)],
    [t('documentation.added'), dateOf(createdIso)],
    [t('documentation.addedBy'), addedBy],
    [t('documentation.from'), companyName || t('documentation.portal')],
  ];
  return (
    <Card title={t('documentation.document')}>
      <Facts facts={facts} />
      {document.isComing && (
        <Notice kind="info">{t('documentation.comingText', { days: DOCUMENT_UPLOAD_DAYS })}</Notice>
      )}
      {!document.isComing && !document.hasText && <Notice kind="info">{t('documentation.noText')}</Notice>}
      {!document.isWhole && <Notice kind="info">{t('documentation.notWhole')}</Notice>}
      {document.isComing ? (
        <div className={classes.buttons}>{deleteButton}</div>
      ) : (
        <DownloadButton id={id} name={fileName} />
      )}
    </Card>
  );
}

type Versions = Response<'configuration/documentation/detail'>['versions'];

export function DocumentVersions({ document, versions }: { document: DocumentDetail; versions: Versions }) {
  const { t } = useTranslation();
  return (
    <Card title={t('documentation.versions')}>
      <ul className={classes.versions}>
        {versions.map(({ id, version, fileName, bytes, createdIso, isNewest }) => (
          <li key={id}>
            <div className={classes.what}>
              {id === document.id ? (
                <b aria-current="true">{version || fileName}</b>
              ) : (
                <Link {...links.document(id)}>{version || fileName}</Link>
              )}{' '}
              <span className="muted">
                {[isNewest ? t('documentation.newest') : '', dateOf(createdIso), sizeOf(bytes)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </span>
            </div>
            <DownloadButton id={id} name={`${fileName} ${version}`.trim()} isSmall />
          </li>
        ))}
      </ul>
      {document.rights.update && (
        <Button
          variant="default"
          leftSection={<IconFilePlus size={18} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...links.newDocument({ replaces: document.id })} />}
        >
          {t('documentation.nextVersion')}
        </Button>
      )}
    </Card>
  );
}
