// Choice of the language; each is named in its own language.
import { useTranslation } from 'react-i18next';
import { Choice } from '../components/Choice.tsx';
import { language } from '../i18n/language.ts';
import { useLanguages } from '../i18n/languages.ts';
import { chooseLanguage } from '../session/chooseLanguage.ts';
import classes from './Footer.module.css';

interface Props {
  /** Visible above the list; without it the list is named for screen readers only. */
  label?: string;
  quiet?: boolean;
  isInPanel?: boolean;
}

export function LanguageChoice({ label, quiet = false, isInPanel = false }: Props) {
  const { t } = useTranslation();
  return (
    <Choice
      label={label}
      aria-label={label ? undefined : t('common.language')}
      variant={quiet ? 'unstyled' : 'default'}
      size={quiet ? 'xs' : 'sm'}
      classNames={quiet ? { input: classes.quiet } : undefined}
      isInPanel={isInPanel}
      value={language}
      onChange={(chosen) => void chooseLanguage(chosen)}
      choices={useLanguages().map(({ title, webCode }) => ({
        value: webCode,
        label: title,
        lang: webCode === 'gb' ? 'en-GB' : webCode,
      }))}
    />
  );
}
