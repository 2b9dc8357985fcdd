// The piece of a document's text in which the words stand that are searched, marked.
import { useTranslation } from 'react-i18next';
import type { DocumentRow } from './documentList.ts';
import classes from './documents.module.css';

export function Hit({ hit }: { hit: NonNullable<DocumentRow['hit']> }) {
  const { t } = useTranslation();
  return (
    <>
      {hit.page !== null && <span className="muted">{t('documentation.page', { page: hit.page })} </span>}
      {placed(hit.parts).map(({ text, isHit, from }) => {
        const Piece = isHit ? 'mark' : 'span';
        return (
          <Piece key={from} className={isHit ? classes.mark : undefined}>
            {text}
          </Piece>
        );
      })}
    </>
  );
}

/** With where each begins in the text that they make. */
function placed<Part extends { text: string }>(parts: readonly Part[]): (Part & { from: number })[] {
  let end = 0;
  return parts.map((part) => {
    const from = end;
    end += part.text.length;
    return { ...part, from };
  });
}
