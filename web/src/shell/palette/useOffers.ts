// Pages that the role may open, and actions available everywhere.
import { BUILT_PAGES } from '@heliograph/contract/pages.ts';
import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { language } from '../../i18n/language.ts';
import { useLanguages } from '../../i18n/languages.ts';
import { type Destination, links } from '../../links.ts';
import { chooseLanguage } from '../../session/chooseLanguage.ts';
import { isPermitted } from '../../session/guard.ts';
import { usePermission, useSession } from '../../session/session.ts';
import { signOut } from '../../session/signOut.ts';
import type { Hit } from './hits.ts';

export function usePages(): Hit[] {
  const { t } = useTranslation();
  const { pages } = useSession();
  const titles: Record<string, string> = {
    Account: t('layout.account'),
    Guide: t('layout.guide'),
    Unsubscribe: t('layout.unsubscribe'),
    PrivacyPolicy: t('layout.privacyPolicy'),
  };
  // Pages of the menu first.
  const pagesInOrder = BUILT_PAGES.toSorted((a, b) => Number(!a.menu) - Number(!b.menu));
  return pagesInOrder.flatMap((page) => {
    const title = page.menu ? t(`menu.${page.name}` as 'menu.PvPlant') : titles[page.name];
    if (!title || !isPermitted(page, pages)) return [];
    return [
      {
        id: `page ${page.name}`,
        group: 'pages' as const,
        label: title,
        // None of these pages needs search parameters.
        to: { to: page.path, search: {} } as Destination,
        recent: { kind: 'page' as const, name: page.name },
      },
    ];
  });
}

export function useActions(onChangePassword: () => void): Hit[] {
  const { t } = useTranslation();
  const mayCreate = usePermission('SiteCreate');
  const languages = useLanguages();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const action = (name: string, label: string, to: Hit['to']): Hit => ({
    id: `action ${name}`,
    group: 'actions',
    label,
    to,
  });
  const choice = (setting: string, chosen: string) => t('palette.choice', { what: setting, choice: chosen });
  return [
    ...(mayCreate ? [action('newPlant', t('palette.newPlant'), links.siteCreate())] : []),
    action('changePassword', t('layout.changePassword'), onChangePassword),
    ...(['light', 'dark', 'auto'] as const)
      .filter((scheme) => scheme !== colorScheme)
      .map((scheme) =>
        action(scheme, choice(t('layout.appearance'), t(`layout.${scheme}`)), () => setColorScheme(scheme)),
      ),
    ...languages
      .filter(({ webCode }) => webCode !== language)
      .map(({ webCode, title }) =>
        action(webCode, choice(t('common.language'), title), () => void chooseLanguage(webCode)),
      ),
    action('signOut', t('layout.signOut'), () => void signOut()),
  ];
}
