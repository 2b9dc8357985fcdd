// The piece of a document's text in which the words stand that are searched, marked.
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from './documentList.ts';
import classes from './documents.module.css';

export function Hit({ hit }: { hit: NonNullable<DocumentRow['hit']> }) {
  const { t } = useTranslation();
  return (
    <>
      {hit.page !== null && <span className="muted">{t('documentation.page', { page: hit.page })} </span>}
      {hit.parts.map(({ text, isHit }, at) => {
        const Piece = isHit ? 'mark' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
          <Piece key={at} className={isHit ? classes.mark : undefined}>
            {text}
          </Piece>
        );
      })}
    </>
  );
}
