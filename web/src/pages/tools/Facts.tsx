// What is told of one thing, a line each; what has no text is left out.
import { Fragment } from 'react';
import classes from './facts.module.css';

interface Props {
  /** `isCode`: set as such. */
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
