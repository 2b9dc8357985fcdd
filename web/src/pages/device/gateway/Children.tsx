// What hangs on a gateway, problems first: its state, what it does now and has done today, when it was last heard, or why it is not; cards on phones.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Child, ChildState } from '../../../components/connection/ChildState.tsx';
import { DeviceTable } from '../../../components/plant/DeviceTable.tsx';
import { deviceName, problemsFirst } from '../../../components/plant/deviceOrder.ts';
import { PowerCells } from '../../../components/plant/PowerCells.tsx';
import classes from '../../../components/plant/plant.module.css';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { DASH } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** More than these are folded away until asked for. */
const FOLDED = 24;

/** What was refused comes first, then by state; what is not in the plant has none. */
function inOrder(list: readonly Child[]): Child[] {
  const refused = list.filter((child) => child.status === null);
  const here = list.flatMap((child) => (child.status === null ? [] : [{ ...child, status: child.status }]));
  return [...refused, ...problemsFirst(here)];
}

interface Props {
  sid: string;
  list: readonly Child[];
  hasAnnounced: boolean;
}

export function Children({ sid, list, hasAnnounced }: Props) {
  const { t } = useTranslation();
  const rows = inOrder(list);
  if (rows.length === 0)
    return <EmptyState compact title={t('gateway.childrenNone')} text={t('connection.childrenNone')} />;
  return (
    <DeviceTable
      devices={rows}
      folded={FOLDED}
      heardTitle={t('connection.lastData')}
      row={(child) => <Row key={child.sn} sid={sid} child={child} hasAnnounced={hasAnnounced} />}
    />
  );
}

function Row({ sid, child, hasAnnounced }: Omit<Props, 'list'> & { child: Child }) {
  const { t } = useTranslation();
  const { sn, alias, kind, model, firmware, status, isAsleep, now, todayPower } = child;
  return (
    <tr>
      <td>{status === null ? DASH : <SiteStatusBadge status={status} isAsleep={isAsleep} />}</td>
      <th scope="row">
        {status === null ? sn : <Link {...links.device({ sid, sn, kind })}>{deviceName(child)}</Link>}{' '}
        {alias && <span className="muted num">{sn}</span>}
      </th>
      <td className={classes.model}>
        {[...new Set([t(`deviceKind.${kind}`), model])].filter(Boolean).join(' · ')}
        {firmware !== '' && <div>{t('plant.firmware', { version: firmware })}</div>}
      </td>
      <PowerCells device={child} nowW={now} todayKwh={todayPower} />
      <td className={classes.ageCell}>
        <ChildState child={child} hasAnnounced={hasAnnounced} />
      </td>
    </tr>
  );
}
