// The alerts of a plant, of one of its devices, or of a gateway and the devices attached to it.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/useCall.ts';
import { AlertList } from '../../alerts/AlertList.tsx';
import { exportColumns, exportOf, keyOf } from '../../alerts/alertExport.ts';
import { alertsOf } from '../../alerts/alertsOf.ts';
import { WhatIsThis } from '../../guide/WhatIsThis.tsx';
import { ExportButton } from '../../list/ExportButton.tsx';
import type { SiteSearch } from '../search.ts';

export { UpdateQuestions } from './UpdateQuestions.tsx';

type AlertsSearch = Pick<SiteSearch, 'sid' | 'state' | 'level' | 'code' | 'from' | 'to' | 'page' | 'device'>;

interface Props {
  search: AlertsSearch;
  change: (change: Omit<Partial<AlertsSearch>, 'sid'>) => void;
  /** On the page of the device, where the list cannot be extended to other devices. */
  isOfDevice?: boolean;
  /** Limits the list to this gateway and the devices attached to it. */
  gateway?: string;
  title?: string;
}

export function AlertsTab({ search, change, isOfDevice = false, gateway, title }: Props) {
  const { t } = useTranslation();
  const { sid, device } = search;
  const scope = { sid, sn: device, gatewaySn: gateway };
  // The same request as that of the list, so that it is sent once.
  const shown = useCall('device/alerts', alertsOf(scope, search), { keepsPrevious: true });
  return (
    <AlertList
      sid={sid}
      sn={device}
      gatewaySn={gateway}
      title={title}
      isOfDevice={isOfDevice}
      search={search}
      change={change}
      beside={
        <>
          {!isOfDevice && !gateway && <WhatIsThis section="alerts" />}
          {device && !isOfDevice && (
            <Button variant="default" onClick={() => change({ device: undefined, page: undefined })}>
              {t('alerts.ofDevice', { sn: device })}
            </Button>
          )}
          <ExportButton
            {...exportOf(scope, search)}
            total={shown.data?.total ?? 0}
            columns={exportColumns(t)}
            keyOf={keyOf}
            texts={{ file: t('alerts.csv.file') }}
          />
        </>
      }
    />
  );
}
