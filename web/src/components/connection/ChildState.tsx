// When a device that hangs on a gateway was last heard, or why it is not: refused, or not yet.
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Age } from '../Age.tsx';
import type { Connected } from './ConnectionFacts.tsx';
import classes from './connection.module.css';

export type Child = Connected['children'][number];

interface Props {
  child: Child;
  /** Its gateway has announced something: only then it means something not to be in it. */
  hasAnnounced: boolean;
}

export function ChildState({ child, hasAnnounced }: Props) {
  const { t } = useTranslation();
  const { refused, lastUpdateIso, isAnnounced } = child;
  if (refused !== null) {
    return (
      <div className={classes.wraps}>
        <StatusDot tone="warning">{t(`connection.refused.${refused}`)}</StatusDot>
      </div>
    );
  }
  if (lastUpdateIso === null)
    return <span className="muted">{t(isAnnounced ? 'connection.notHeard' : 'connection.notSeen')}</span>;
  return (
    <>
      <Age at={lastUpdateIso} />
      {hasAnnounced && !isAnnounced && <div className="under">{t('connection.notAnnounced')}</div>}
    </>
  );
}
