// Sections of the guide for the global search; their texts are loaded when the search is first opened.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDE_ROLES, SECTIONS } from '../../components/guide/sections.ts';
import { addTexts } from '../../i18n/start.ts';
import { links } from '../../links.ts';
import type { GuideText } from './hits.ts';

/** `isSettled`: the texts are there, or could not be loaded, which the rest of the search does without. */
export function useGuide(): { sections: GuideText[]; isSettled: boolean } {
  const { t } = useTranslation();
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    addTexts(['guide']).then(
      () => setState('loaded'),
      () => setState('failed'),
    );
  }, []);
  if (state !== 'loaded') return { sections: [], isSettled: state === 'failed' };
  const sections = [...new Set(GUIDE_ROLES.flatMap((role) => SECTIONS[role]))].map((section) => ({
    hit: {
      id: `guide ${section}`,
      group: 'guide' as const,
      label: t(`guide.section.${section}.title`),
      to: links.guide(section),
    },
    text: t(`guide.section.${section}.text`),
  }));
  return { sections, isSettled: true };
}
