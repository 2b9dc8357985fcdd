// How to install the portal as an app: one button where the browser offers it, else the steps for the reader's system.
import { Button } from '@mantine/core';
import {
  IconBrowser,
  IconDeviceMobilePlus,
  IconDotsVertical,
  IconDownload,
  IconShare2,
  IconSquarePlus,
} from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { brand } from '../../brand/portal.ts';
import { Notice } from '../../ui/Notice.tsx';
import { currentOffer, isInstalled, onOffer, takeOffer } from './installOffer.ts';
import { StatusFrame } from './StatusFrame.tsx';
import classes from './StatusPage.module.css';

const STEPS = {
  iphone: [
    ['install.iphone.open', IconBrowser],
    ['install.iphone.share', IconShare2],
    ['install.iphone.add', IconSquarePlus],
  ],
  android: [
    ['install.android.open', IconBrowser],
    ['install.android.menu', IconDotsVertical],
    ['install.android.add', IconDeviceMobilePlus],
  ],
  computer: [
    ['install.computer.open', IconBrowser],
    ['install.computer.add', IconDownload],
  ],
} as const;
type System = keyof typeof STEPS;
/** Proper names, which no language translates. */
const NAMES: Partial<Record<System, string>> = { iphone: 'iPhone, iPad', android: 'Android' };

/** Systems whose steps are shown: on a computer also those of phones, for the reader to compare. An iPad says that it is a Mac. */
export function systemsOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): System[] {
  if (/iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return ['iphone'];
  return /Android/.test(userAgent) ? ['android'] : ['computer', 'iphone', 'android'];
}

export default function InstallPage() {
  const { t } = useTranslation();
  const title = t('install.title', { brand: brand.name });
  return (
    <StatusFrame title={title}>
      <main className={classes.prose}>
        <h1>{title}</h1>
        <p>{t('install.text')}</p>
        <Offer />
        {systemsOf(navigator).map((system) => (
          <section key={system}>
            <h2>{NAMES[system] ?? t('install.computer.title')}</h2>
            <ol className={classes.steps}>
              {STEPS[system].map(([text, Icon]) => (
                <li key={text}>
                  <Icon size={20} stroke={1.75} aria-hidden />
                  {t(text)}
                </li>
              ))}
            </ol>
          </section>
        ))}
        <section>
          <h2>{t('install.noticesTitle')}</h2>
          <p>{t('install.notices')}</p>
        </section>
      </main>
    </StatusFrame>
  );
}

function Offer() {
  const { t } = useTranslation();
  const offer = useSyncExternalStore(onOffer, currentOffer);
  if (useSyncExternalStore(onOffer, isInstalled))
    return <Notice kind="ok">{t('install.done', { brand: brand.name })}</Notice>;
  return (
    offer && (
      <Button className={classes.action} onClick={() => void takeOffer()}>
        {t('install.button')}
      </Button>
    )
  );
}
