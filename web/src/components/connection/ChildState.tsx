// Last report of a device attached to a gateway, or why there is none: refused, or not reported yet.
import { useTranslation } from 'react-i18next';
import { dateTime } from '../../format/times.ts';
import { StatusDot } from '../../ui/StatusDot.tsx';
import { Age } from '../Age.tsx';
import type { Connected } from './ConnectionFacts.tsx';
import classes from './connection.module.css';

export type Child = Connected['children'][number];

interface Props {
  child: Child;
  /** The gateway has sent an announcement; only then does a missing device mean anything. */
  hasAnnounced: boolean;
}

export function ChildState({ child, hasAnnounced }: Props) {
  const { t } = useTranslation();
  const { refused, joinsIso, lastUpdateIso, isAnnounced } = child;
  if (refused !== null) {
    return (
      <div className={classes.wraps}>
        <StatusDot tone="warning">
          {t(`connection.refused.${refused}`, { at: joinsIso === null ? '' : dateTime(joinsIso) })}
        </StatusDot>
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
