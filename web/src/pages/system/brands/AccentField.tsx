// The accent colour of a scheme, with its contrast while it is typed and the nearest colour that can be read.
import { accentContrast, hasContrast, nearestAccent, type Scheme } from '@heliograph/contract/contrast.ts';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormField } from '../../../components/form/formContext.ts';
import { WRAPPER_ORDER } from '../../../components/form/textFields.tsx';
import { fixed } from '../../../format/numbers.ts';
import { ACCENTS, isColor } from './brandForm.ts';
import classes from './brands.module.css';

export function AccentField({ scheme }: { scheme: Scheme }) {
  const { t } = useTranslation();
  const { value, onChange, onBlur, ref, error, isRequired } = useFormField(ACCENTS[scheme]);
  const text = String(value ?? '');
  const color = isColor(text) ? text.trim() : null;
  const isReadable = color === null || hasContrast(color, scheme);
  // Rounded down, so that a contrast that is too low never reads 4.5.
  const contrast = color === null ? '' : fixed(Math.floor(accentContrast(color, scheme) * 10) / 10, 1);
  const nearest = color === null ? '' : nearestAccent(color, scheme);
  return (
    <div>
      <TextInput
        ref={ref}
        label={t(`brands.fields.${ACCENTS[scheme]}`)}
        inputWrapperOrder={WRAPPER_ORDER}
        withAsterisk={isRequired}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t(`brands.pick.${scheme}`)}
            value={color?.toLowerCase() ?? '#000000'}
            onChange={(event) => onChange(event.currentTarget.value.toUpperCase())}
          />
        }
        description={color !== null && isReadable ? t('brands.contrast', { contrast }) : undefined}
        error={isReadable ? error : t('brands.lowContrast', { contrast, least: fixed(4.5, 1) })}
      />
      {!isReadable && (
        <Button
          variant="default"
          size="xs"
          mt={6}
          leftSection={<span className={classes.swatch} style={{ background: nearest }} aria-hidden />}
          onClick={() => onChange(nearest)}
        >
          {t('brands.useNearest', { hex: nearest })}
        </Button>
      )}
    </div>
  );
}
