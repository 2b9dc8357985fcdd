// List of facts, one per line; facts with empty text are left out.
import { Fragment } from 'react';
import classes from './facts.module.css';

interface Props {
  /** `isCode` shows the value in a monospaced font. */
  facts: readonly (readonly [label: string, value: string, isCode?: boolean])[];
}

export function Facts({ facts }: Props) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value, isCode]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className={isCode ? classes.code : undefined}>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
