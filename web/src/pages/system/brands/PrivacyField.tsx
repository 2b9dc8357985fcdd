// The brand's own privacy policy, one language at a time.
import '../../../ui/panelStyles.ts';
import { MAX_PRIVACY_LENGTH, MAX_PRIVACY_TOTAL } from '@heliograph/contract/entities/brand.ts';
import { LANGUAGES, type LanguageCode } from '@heliograph/contract/envelope.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../../components/Choice.tsx';
import { useFormField } from '../../../components/form/formContext.ts';
import { full } from '../../../format/numbers.ts';
import type { BrandForm } from './brandForm.ts';
import classes from './brands.module.css';

export function PrivacyField({ start }: { start: LanguageCode }) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, ref, error } = useFormField('privacy');
  const [language, setLanguage] = useState<LanguageCode>(start);
  const texts = value as BrandForm['privacy'];
  const text = texts[language] ?? '';
  const isTooLong = Object.values(texts).join('').length > MAX_PRIVACY_TOTAL;
  const change = (next: string) => {
    const { [language]: _, ...others } = texts;
    onChange(next === '' ? others : { ...others, [language]: next });
  };
  return (
    <div className={classes.group}>
      <Choice
        label={t('brands.privacyLanguage')}
        value={language}
        widthPx={240}
        choices={LANGUAGES.map(({ code, title }) => ({
          value: code,
          label: texts[code] ? `${title} · ${t('brands.ownText')}` : title,
        }))}
        onChange={(code) => setLanguage(code as LanguageCode)}
      />
      <Textarea
        ref={ref}
        label={t('brands.privacyText')}
        autosize
        minRows={6}
        maxRows={18}
        maxLength={MAX_PRIVACY_LENGTH}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={onBlur}
        description={t(text.trim() === '' ? 'brands.noPrivacy' : 'brands.privacyPlain')}
        error={isTooLong ? t('brands.privacyTooLong', { most: full(MAX_PRIVACY_TOTAL, 0) }) : error}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </div>
  );
}
