// Chooses the language; each is named in itself. A native list, because it is on the sign-in page too.
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage, language } from '../i18n/language.ts';
import { useLanguages } from '../i18n/languages.ts';
import classes from './Footer.module.css';

interface Props {
  /** Seen above the list; without it the list is named for screen readers only. */
  label?: string;
  quiet?: boolean;
}

export function LanguageChoice({ label, quiet = false }: Props) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={label}
      aria-label={label ? undefined : t('common.language')}
      variant={quiet ? 'unstyled' : 'default'}
      size={quiet ? 'xs' : 'sm'}
      rightSectionWidth={quiet ? 20 : undefined}
      classNames={quiet ? { input: classes.quiet } : undefined}
      value={language}
      onChange={(event) => changeLanguage(event.currentTarget.value)}
      data={useLanguages().map(({ title, webCode }) => ({ value: webCode, label: title }))}
    />
  );
}
