// Excerpt of a document with the search words highlighted.
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from './documentList.ts';
import classes from './documents.module.css';

export function Hit({ hit }: { hit: NonNullable<DocumentRow['hit']> }) {
  const { t } = useTranslation();
  return (
    <>
      {hit.page !== null && <span className="muted">{t('documentation.page', { page: hit.page })} </span>}
      {withOffsets(hit.parts).map(({ text, isHit, from }) => {
        const Tag = isHit ? 'mark' : 'span';
        return (
          <Tag key={from} className={isHit ? classes.mark : undefined}>
            {text}
          </Tag>
        );
      })}
    </>
  );
}

/** Adds the offset of each part in the joined text. */
function withOffsets<Part extends { text: string }>(parts: readonly Part[]): (Part & { from: number })[] {
  let end = 0;
  return parts.map((part) => {
    const from = end;
    end += part.text.length;
    return { ...part, from };
  });
}
