// Devices attached to a gateway, problems first: state, power, energy of today, last data or why there is none; cards on phones.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Child, ChildState } from '../../../components/connection/ChildState.tsx';
import { DeviceProblem } from '../../../components/plant/DeviceProblem.tsx';
import { DeviceTable } from '../../../components/plant/DeviceTable.tsx';
import { deviceName, problemsFirst } from '../../../components/plant/deviceOrder.ts';
import { PowerCells } from '../../../components/plant/PowerCells.tsx';
import classes from '../../../components/plant/plant.module.css';
import { SiteStatusBadge } from '../../../components/SiteStatusBadge.tsx';
import { DASH } from '../../../format/numbers.ts';
import { links } from '../../../links.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { WithdrawClaim } from './WithdrawClaim.tsx';

/** Longer lists are collapsed to this number of rows. */
const MAX_ROWS = 24;

/** Sorts refused devices, which have no state in the plant, first, then the others by state. */
function sortChildren(list: readonly Child[]): Child[] {
  const refused = list.filter((child) => child.status === null);
  const registered = list.flatMap((child) => (child.status === null ? [] : [{ ...child, status: child.status }]));
  return [...refused, ...problemsFirst(registered)];
}

interface Props {
  sid: string;
  list: readonly Child[];
  hasAnnounced: boolean;
  /** The user may add devices, and withdraw those that wait. */
  mayWithdraw: boolean;
}

export function Children({ sid, list, hasAnnounced, mayWithdraw }: Props) {
  const { t } = useTranslation();
  const rows = sortChildren(list);
  if (rows.length === 0)
    return <EmptyState compact title={t('gateway.childrenNone')} text={t('connection.childrenNone')} />;
  return (
    <DeviceTable
      devices={rows}
      maxCollapsed={MAX_ROWS}
      lastReportTitle={t('connection.lastData')}
      row={(child) => <Row key={child.sn} {...{ sid, child, hasAnnounced, mayWithdraw }} />}
    />
  );
}

function Row({ sid, child, hasAnnounced, mayWithdraw }: Omit<Props, 'list'> & { child: Child }) {
  const { t } = useTranslation();
  const { sn, alias, kind, model, firmware, status, isAsleep, problem, now, todayPower } = child;
  return (
    <tr>
      <td>{status === null ? DASH : <SiteStatusBadge status={status} isAsleep={isAsleep} problem={problem} />}</td>
      <th scope="row">
        {status === null ? sn : <Link {...links.device({ sid, sn, kind })}>{deviceName(child)}</Link>}{' '}
        {alias && <span className="muted num">{sn}</span>}
        <DeviceProblem device={child} currency="" />
      </th>
      <td className={classes.model}>
        {[...new Set([t(`deviceKind.${kind}`), model])].filter(Boolean).join(' · ')}
        {firmware !== '' && <div>{t('plant.firmware', { version: firmware })}</div>}
      </td>
      <PowerCells device={child} nowW={now} todayKwh={todayPower} />
      <td className={classes.ageCell}>
        <ChildState child={child} hasAnnounced={hasAnnounced} />
        {mayWithdraw && child.refused === 'waiting' && <WithdrawClaim sid={sid} sn={sn} />}
      </td>
    </tr>
  );
}
