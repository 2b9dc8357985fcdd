// All zones by name with how full they are: the way to one that is out of sight. Without any: how to come by some.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../api/failures.ts';
import { useCall } from '../../api/useCall.ts';
import { zoneName } from '../../components/roof/names.ts';
import type { Zone } from '../../components/roof/plan.ts';
import { toastFailed } from '../../ui/toast.tsx';
import classes from './layout.module.css';

interface Props {
  zones: readonly Zone[];
  /** The one that is looked at. */
  chosen: number | undefined;
  onChoose: (zone: Zone) => void;
}

export function ZoneList({ zones, chosen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.part} aria-label={t('roof.zones')}>
      <div className={classes.partHead}>
        <h2>{t('roof.zones')}</h2>
      </div>
      <ul className={classes.zones}>
        {zones.map((zone) => (
          <li key={zone.id}>
            <button type="button" aria-pressed={chosen === zone.id} onClick={() => onChoose(zone)}>
              <span>{zoneName(zone, t)}</span>
              <span className="muted num">
                {zone.modules.length} / {zone.rows * zone.columns}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** There are none: all modules can be arranged by how they lie, as they were before anybody made a layout. */
export function NoZones({ sid, onArranged }: { sid: string; onArranged: (zones: readonly Zone[]) => void }) {
  const { t } = useTranslation();
  const proposal = useCall('site/layoutInfo', { sid, arranged: true }, { enabled: false });
  const arrange = () =>
    void proposal.refetch().then(({ data, error }) => {
      if (data) onArranged(data.zones);
      else if (error) toastFailed(messageOf(error, t));
    });
  return (
    <section className={classes.part} aria-label={t('roof.zones')}>
      <div className={classes.partHead}>
        <h2>{t('roof.noZones')}</h2>
      </div>
      <p className="muted">{t('roof.noZonesText')}</p>
      <Button size="xs" loading={proposal.isFetching} onClick={arrange}>
        {t('roof.arrange')}
      </Button>
    </section>
  );
}
