// A bordered surface with an optional head; `flush` lets a table or list reach its edges.
import { type CSSProperties, type ReactNode, useId } from 'react';
import classes from './ui.module.css';

interface Props {
  title?: string;
  /** After the title, less prominent. */
  note?: ReactNode;
  /** At the right of the head. */
  side?: ReactNode;
  flush?: boolean;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}

export function Card({ title, note, side, flush = false, className = '', style, children }: Props) {
  const id = useId();
  return (
    <section
      className={`${classes.card} ${flush ? '' : classes.cardPadded} ${className}`}
      style={style}
      aria-labelledby={title ? id : undefined}
    >
      {(title || side) && (
        <div className={`${classes.cardHead} ${flush ? classes.cardHeadFlush : ''}`}>
          {title && (
            <h2 id={id} className={classes.cardTitle}>
              {title}
            </h2>
          )}
          {note && <span className={classes.cardNote}>{note}</span>}
          {side && <div className={classes.cardSide}>{side}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
