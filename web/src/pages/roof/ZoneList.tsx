// The list of zones with their number of modules, which reveals a zone on the plan. Without zones: the offer to arrange all modules.
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
  /** Id of the current zone. */
  selectedId: number | undefined;
  onSelect: (zone: Zone) => void;
}

export function ZoneList({ zones, selectedId, onSelect }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.part} aria-label={t('roof.zones')}>
      <div className={classes.partHead}>
        <h2>{t('roof.zones')}</h2>
      </div>
      <ul className={classes.zones}>
        {zones.map((zone) => (
          <li key={zone.id}>
            <button type="button" aria-pressed={selectedId === zone.id} onClick={() => onSelect(zone)}>
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

/** Shown without zones: arranges all modules by tilt and azimuth, like the initial proposal. */
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
