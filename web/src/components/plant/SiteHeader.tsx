// The plant's name with its state, reporting count, age and local time; edit and, in a menu, delete for users with these rights.
import type { Response } from '@heliograph/contract/calls.ts';
import { Button } from '@mantine/core';
import { IconBattery3, IconMail, IconPencil, IconSettings, IconShare, IconTrash, IconWorld } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../api/loading.ts';
import { full } from '../../format/numbers.ts';
import { time } from '../../format/times.ts';
import { links } from '../../links.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LiveAge } from '../LiveAge.tsx';
import { type MoreAction, MoreMenu } from '../MoreMenu.tsx';
import { PageHeader } from '../PageHeader.tsx';
import { SiteStatusBadge } from '../SiteStatusBadge.tsx';
import { useClock } from './useToday.ts';

const DeleteSite = lazyPart(() => import('./DeleteSite.tsx').then((file) => ({ default: file.DeleteSite })));

type Site = Response<'site/overview'>;
type Rights = Response<'site/detail'>['rights'];

/** Returns the time of the last report as ISO text; the epoch seconds are for older programs. */
export const lastUpdateAt = (device: { lastUpdateIso: string | null; lastUpdateTime: number }) =>
  device.lastUpdateIso ?? device.lastUpdateTime;

function LocalTime({ timeZone }: { timeZone: string }) {
  const nowMs = useClock();
  return (
    <span>
      {time(nowMs / 1000, timeZone)} {timeZone}
    </span>
  );
}

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What the list offers in the menu of a plant, besides the buttons. */
function SiteMenu({ sid, siteName, rights }: { sid: string; siteName: string; rights: Rights }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const actions: MoreAction[] = [
    ...(rights.update
      ? [
          {
            label: t('plant.menu.control'),
            icon: <IconSettings {...ICON} />,
            onClick: () => void navigate(links.parameterSetting(sid)),
          },
          {
            label: t('plant.menu.share'),
            icon: <IconShare {...ICON} />,
            onClick: () => void navigate(links.siteShare(sid)),
          },
          {
            label: t('plant.menu.reports'),
            icon: <IconMail {...ICON} />,
            onClick: () => void navigate(links.reportSetting(sid)),
          },
          {
            label: t('plant.menu.publicLinks'),
            icon: <IconWorld {...ICON} />,
            onClick: () => void navigate(links.sitePublicLinks(sid)),
          },
        ]
      : []),
    ...(rights.delete
      ? [
          {
            label: t('common.delete'),
            icon: <IconTrash {...ICON} />,
            isDangerous: true,
            onClick: () => setDeleting(true),
          },
        ]
      : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <MoreMenu actions={actions} />
      {isDeleting && (
        <Suspense>
          <DeleteSite
            site={{ sid, siteName }}
            onClose={() => setDeleting(false)}
            onDeleted={() => navigate(links.sites())}
          />
        </Suspense>
      )}
    </>
  );
}

interface HeaderProps {
  site: Site;
  detail: Response<'site/detail'> | undefined;
  /** Name of the open view. */
  view: string;
}

export function SiteHeader({ site, detail, view }: HeaderProps) {
  const { t } = useTranslation();
  // Rights on this plant from the server; until they are loaded, no action is offered that it would refuse.
  const rights = detail?.rights;
  const battery = detail?.battery;
  return (
    <PageHeader
      isCompact
      title={site.siteName}
      view={view}
      facts={
        <>
          <SiteStatusBadge
            status={site.status}
            isAsleep={site.isAsleep}
            isNight={site.isNight}
            waitsFor={site.waitsFor}
            problem={site.problems.find(({ isCounted }) => isCounted)}
          />
          {site.deviceCount === 0 && <span>{t('plant.noDevicesYet')}</span>}
          {site.deviceCount !== null && site.deviceCount > 0 && site.reporting !== null && (
            <span>{t('plant.reporting', { count: site.reporting, total: full(site.deviceCount) })}</span>
          )}
          {site.deviceCount !== 0 && (
            <LiveAge at={lastUpdateAt(site)} uploadEveryS={site.expectedUploadS} timeZone={site.timezone} isLong />
          )}
          <LocalTime timeZone={site.timezone} />
        </>
      }
    >
      {battery && (
        <Button
          variant="default"
          leftSection={<IconBattery3 {...ICON} />}
          renderRoot={(props) => (
            <Link {...props} {...links.device({ ...battery, sid: site.sid }, { view: 'settings' })} />
          )}
        >
          {t('plant.battery')}
        </Button>
      )}
      {(rights?.update || rights?.addDevices || rights?.removeDevices) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...links.siteEdit(site.sid)} />}
        >
          {t('plant.edit')}
        </Button>
      )}
      {rights && <SiteMenu sid={site.sid} siteName={site.siteName} rights={rights} />}
    </PageHeader>
  );
}

/** Skeleton with the height of the header and its facts. */
export function SiteHeaderSkeleton() {
  return (
    <div style={{ display: 'grid', gap: 7, marginBottom: 16, padding: '4px 0' }} aria-hidden>
      <Skeleton width={180} height={22} />
      <Skeleton width="min(420px, 100%)" height={16} />
    </div>
  );
}
