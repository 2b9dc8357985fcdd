// The fields of a brand in groups.
import '@mantine/core/styles/Switch.layer.css';
import '../../../ui/panelStyles.ts';
import type { Scheme } from '@heliograph/contract/contrast.ts';
import { MAX_BRAND_HOSTS, SIDEBARS } from '@heliograph/contract/entities/brand.ts';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldsOf } from '../../../components/form/fields.tsx';
import { useFormField } from '../../../components/form/formContext.ts';
import { Card } from '../../../ui/Card.tsx';
import { AccentField } from './AccentField.tsx';
import { type BrandDetail, type BrandForm, SCHEMES } from './brandForm.ts';
import classes from './brands.module.css';
import { MarkField } from './MarkField.tsx';
import { PrivacyField } from './PrivacyField.tsx';

const { TextField, ChoiceField, TagsField } = fieldsOf<BrandForm>();

interface Props {
  brand: BrandDetail;
  marks: Record<Scheme, string>;
  isOwn: (scheme: Scheme) => boolean;
  /** Address of the icon of 180 pixels. */
  icon: string;
  onMark: (scheme: Scheme, mark: string | null) => void;
}

export function BrandGroups(props: Props) {
  const { t } = useTranslation();
  const { brand } = props;
  return (
    <>
      <Card title={t('brands.groups.company')}>
        <div className={classes.fields}>
          <TextField name="name" label={t('brands.fields.name')} />
          <TextField name="code" label={t('brands.fields.code')} description={t('brands.codeText')} />
          <TextField name="companyName" label={t('brands.fields.companyName')} />
          <TextField name="companyUrl" label={t('brands.fields.companyUrl')} />
          <TextField name="copyright" label={t('brands.fields.copyright')} />
          <TextField name="supportMail" label={t('brands.fields.supportMail')} type="email" />
        </div>
      </Card>
      <Appearance {...props} />
      <Card title={t('brands.groups.addresses')}>
        <div className={classes.group}>
          <TagsField
            name="hosts"
            label={t('brands.fields.hosts')}
            description={t('brands.hostsText')}
            placeholder="portal.example.com"
            maxTags={MAX_BRAND_HOSTS}
          />
          <TextField name="apiBase" label={t('brands.fields.apiBase')} description={t('brands.apiBaseText')} />
        </div>
      </Card>
      <Card title={t('brands.groups.mails')}>
        <TextField
          name="mailFrom"
          label={t('brands.fields.mailFrom')}
          description={t('brands.mailFromText')}
          type="email"
        />
      </Card>
      <Card title={t('brands.groups.registration')}>
        <div className={classes.group}>
          <SwitchField
            name="openRegistration"
            label={t('brands.fields.openRegistration')}
            description={t('brands.openRegistrationText')}
          />
          <ChoiceField
            name="language"
            label={t('brands.fields.language')}
            description={t('brands.languageText')}
            choices={LANGUAGES.map(({ code, title }) => ({ value: code, label: title }))}
          />
        </div>
      </Card>
      <Card title={t('brands.groups.privacy')}>
        <PrivacyField start={brand.language} />
      </Card>
      {brand.id === 0 && (
        <Card title={t('brands.groups.app')}>
          <div className={classes.fields}>
            <TextField
              name="appStoreUrl"
              label={t('brands.fields.appStoreUrl')}
              description={t('brands.appStoreText')}
            />
            <TextField name="playStoreUrl" label={t('brands.fields.playStoreUrl')} />
          </div>
        </Card>
      )}
    </>
  );
}

function Appearance({ marks, isOwn, icon, onMark }: Props) {
  const { t } = useTranslation();
  return (
    <Card title={t('brands.groups.appearance')}>
      <div className={classes.group}>
        <div className={classes.fields}>
          {SCHEMES.map((scheme) => (
            <AccentField key={scheme} scheme={scheme} />
          ))}
          <ChoiceField
            name="sidebar"
            label={t('brands.fields.sidebar')}
            choices={SIDEBARS.map((value) => ({ value, label: t(`brands.sidebars.${value}`) }))}
          />
        </div>
        <SwitchField name="withLogo" label={t('brands.fields.withLogo')} />
        <div className={classes.marks}>
          {SCHEMES.map((scheme) => (
            <MarkField
              key={scheme}
              scheme={scheme}
              mark={marks[scheme]}
              icon={icon}
              isOwn={isOwn(scheme)}
              onChange={(mark) => onMark(scheme, mark)}
            />
          ))}
        </div>
        <p className={classes.hint}>{t('brands.marksText')}</p>
      </div>
    </Card>
  );
}

interface SwitchProps {
  name: 'withLogo' | 'openRegistration';
  label: string;
  description?: string;
}

function SwitchField({ name, ...props }: SwitchProps) {
  const { value, onChange, onBlur, ref } = useFormField(name);
  return (
    <Switch
      {...props}
      ref={ref}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
      onBlur={onBlur}
    />
  );
}
