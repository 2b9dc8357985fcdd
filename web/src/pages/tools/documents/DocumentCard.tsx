// Card of a document in the list: title, excerpt of a search hit, and facts.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { sizeOf } from '../../../components/files/fileTexts.ts';
import { dateOf } from '../../../format/times.ts';
import { links } from '../../../links.ts';
import { DownloadButton } from './DownloadButton.tsx';
import type { DocumentRow } from './documentList.ts';
import classes from './documents.module.css';
import { Hit } from './Hit.tsx';
import { languageNames } from './words.ts';

/** Keeps a number and its unit, or a date, on one line. */
const withoutBreaks = (text: string) => text.replaceAll(' ', '\u00a0');

export function DocumentCard({ row }: { row: DocumentRow }) {
  const { t } = useTranslation();
  const { id, title, version, isNewest, isComing, languages, products, fileName, type, bytes, createdIso, hit } = row;
  const facts = [
    isNewest ? version : [version, t(isComing ? 'documentation.coming' : 'documentation.older')].join(' · '),
    languageNames(languages),
    products.map(({ name }) => name).join(', ') || t('documentation.allProducts'),
    withoutBreaks(`${type.toUpperCase()} ${sizeOf(bytes)}`),
    withoutBreaks(dateOf(createdIso)),
  ];
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <Link className={classes.cardName} {...links.document(id)}>
          {title}
        </Link>
        {!isComing && <DownloadButton id={id} name={fileName} isSmall />}
      </div>
      {hit !== null && (
        <p className={classes.excerpt}>
          <Hit hit={hit} />
        </p>
      )}
      <p className="muted">{facts.filter((text) => text !== '').join(' · ')}</p>
    </div>
  );
}
