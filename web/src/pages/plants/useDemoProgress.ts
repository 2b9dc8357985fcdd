// While the demonstration fleet is being made: a sentence that says how far it is; null otherwise.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/useCall.ts';
import { portal } from '../../brand/portal.ts';

const ASK_MS = 3000;

export function useDemoProgress(): string | null {
  const { t } = useTranslation();
  const [isMade, setMade] = useState(portal.demo === null || portal.demo.done >= portal.demo.total);
  const asked = useCall('common/portal', {}, { enabled: !isMade, refetchIntervalMs: ASK_MS, staleMs: ASK_MS });
  const demo = asked.data?.demo;
  const isReady = asked.data !== undefined && (!demo || demo.done >= demo.total);
  useEffect(() => {
    if (isReady) setMade(true);
  }, [isReady]);
  return isMade || !demo || isReady ? null : t('sites.demoProgress', { done: demo.done, total: demo.total });
}
