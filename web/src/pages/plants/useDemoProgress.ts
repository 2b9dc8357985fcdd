// Progress text while the demo fleet is created; null otherwise.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { portal } from '../../brand/portal.ts';

const POLL_MS = 3000;

export function useDemoProgress(): string | null {
  const { t } = useTranslation();
  const [isCreated, setCreated] = useState(portal.demo === null || portal.demo.done >= portal.demo.total);
  const status = useCall('common/portal', {}, { enabled: !isCreated, refetchIntervalMs: POLL_MS, staleMs: POLL_MS });
  const demo = status.data?.demo;
  const isReady = status.data !== undefined && (!demo || demo.done >= demo.total);
  useEffect(() => {
    if (isReady) setCreated(true);
  }, [isReady]);
  return isCreated || !demo || isReady ? null : t('sites.demoProgress', { done: demo.done, total: demo.total });
}
