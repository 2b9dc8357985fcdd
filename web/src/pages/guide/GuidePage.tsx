// /guide: what the pages show and what to do with them, for each role; "What is this?" on other pages leads to a section.
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  GUIDE_ROLES,
  type GuideRole,
  type GuideSection,
  isPictured,
  PICTURE,
  roleWith,
  SECTIONS,
} from '../../components/guide/sections.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { TabBar, tabProps } from '../../components/plant/TabBar.tsx';
import { language } from '../../i18n/language.ts';
import { links } from '../../links.ts';
import { usePermission, useSession } from '../../session/session.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './GuidePage.module.css';
import { pictureLanguage } from './pictures.ts';

/** Returns the role that fits the reader's permissions, as companies may name their roles themselves. */
function useOwnRole(): GuideRole {
  const { info } = useSession();
  const managesRoles = usePermission('RolesPermission');
  if (info?.scope === 'own') return 'owner';
  if (info?.scope === 'all') return 'operator';
  return managesRoles ? 'manager' : 'installer';
}

export default function GuidePage() {
  const { t } = useTranslation();
  const ownRole = useOwnRole();
  const { hash } = useLocation();
  const { role: asked } = useSearch({ from: '/signedIn/guide' });
  const linked = Object.values(SECTIONS)
    .flat()
    .find((section) => section === hash);
  const preferred = GUIDE_ROLES.find((role) => role === asked) ?? ownRole;
  const role = linked ? roleWith(linked, preferred) : preferred;
  // A reader with a keyboard or a screen reader continues at the section, not at the top of the page.
  useEffect(() => {
    if (linked) document.getElementById(linked)?.focus({ preventScroll: true });
  }, [linked]);
  const roles = [ownRole, ...GUIDE_ROLES.filter((each) => each !== ownRole)];
  return (
    <>
      <PageHeader title={t('guide.title')} />
      <TabBar label={t('guide.forRole')} open={role}>
        {roles.map((each) => (
          <Link key={each} {...links.guide(undefined, each)} replace {...tabProps(each === role, () => undefined)}>
            {t(`guide.role.${each}`)}
          </Link>
        ))}
      </TabBar>
      <div className={classes.guide}>
        <nav aria-label={t('guide.contents')} className={classes.contents}>
          {SECTIONS[role].map((section) => (
            <Link key={section} {...links.guide(section, role)} replace>
              {t(`guide.section.${section}.title`)}
            </Link>
          ))}
        </nav>
        <div className={classes.sections}>
          {SECTIONS[role].map((section) => (
            <Section key={section} section={section} />
          ))}
        </div>
      </div>
    </>
  );
}

function Section({ section }: { section: GuideSection }) {
  const { t } = useTranslation();
  const title = t(`guide.section.${section}.title`);
  return (
    <div id={section} tabIndex={-1} className={classes.section}>
      <Card title={title}>
        {t(`guide.section.${section}.text`)
          .split('\n')
          .map((paragraph) => (
            <p key={paragraph}>{withBold(paragraph)}</p>
          ))}
        {isPictured(section) && <Picture section={section} title={title} />}
      </Card>
    </div>
  );
}

/** Texts of the interface are between two pairs of asterisks (web/catalogues.ts). */
const withBold = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
  text.split('**').map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part));

/** The picture in the reader's language; English where that one has not been taken yet. */
function Picture({ section, title }: { section: GuideSection; title: string }) {
  const { t } = useTranslation();
  const [code, setCode] = useState<string>(() => pictureLanguage(language));
  return (
    <img
      className={classes.picture}
      src={`/guides/${section}.${code}.webp`}
      {...PICTURE}
      loading="lazy"
      alt={t('guide.picture', { title })}
      onError={() => setCode('en')}
    />
  );
}
