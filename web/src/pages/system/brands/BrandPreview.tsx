// What the brand looks like with the values of the form: sign-in, side menu and an e-mail, in light and dark side by side.
import { type Scheme, textOnAccent } from '@heliograph/contract/contrast.ts';
import { IconBell, IconLayoutDashboard, IconSolarPanel } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ACCENTS, type BrandForm, isColor, SCHEMES } from './brandForm.ts';
import classes from './preview.module.css';

interface Props {
  marks: Record<Scheme, string>;
  /** Colours that are shown while the fields hold none. */
  fallback: Record<Scheme, string>;
}

const MENU = [
  { icon: IconLayoutDashboard, text: 'menu.Dashboard' },
  { icon: IconSolarPanel, text: 'menu.PvPlant' },
  { icon: IconBell, text: 'menu.Alerts' },
] as const;

export function BrandPreview({ marks, fallback }: Props) {
  const { t } = useTranslation();
  const form = useWatch() as BrandForm;
  return (
    <section className={classes.preview} aria-label={t('brands.preview')}>
      <h2>{t('brands.preview')}</h2>
      <div className={classes.schemes}>
        {SCHEMES.map((scheme) => {
          const typed = form[ACCENTS[scheme]].trim();
          const accent = isColor(typed) ? typed : fallback[scheme];
          return (
            <figure
              key={scheme}
              className={classes.scheme}
              data-scheme={scheme}
              style={{ '--accent': accent, '--on-accent': textOnAccent(scheme) } as CSSProperties}
            >
              <figcaption>{t(`layout.${scheme}`)}</figcaption>
              <Screen scheme={scheme} form={form} marks={marks} />
              <MailHead form={form} />
            </figure>
          );
        })}
      </div>
    </section>
  );
}

/** Side menu and sign-in card. */
function Screen({ scheme, form, marks }: { scheme: Scheme; form: BrandForm } & Pick<Props, 'marks'>) {
  const { t } = useTranslation();
  const mark = (of: Scheme, size: number) => form.withLogo && <img src={marks[of]} width={size} height={size} alt="" />;
  return (
    <div className={classes.screen}>
      <div className={classes.side} data-theme={form.sidebar}>
        {mark(form.sidebar === 'surface' ? scheme : 'dark', 24)}
        {MENU.map(({ icon: Icon, text }, n) => (
          <span key={text} className={classes.entry} data-on={n === 1 || undefined}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <span className={classes.word}>{t(text)}</span>
          </span>
        ))}
      </div>
      <div className={classes.signIn}>
        {mark(scheme, 32)}
        <b className={classes.name}>{form.name}</b>
        <span className={classes.field} />
        <span className={classes.button}>{t('brands.previewSignIn')}</span>
        <span className={classes.link}>{t('brands.previewForgot')}</span>
        <span className={classes.copyright}>{form.copyright}</span>
      </div>
    </div>
  );
}

/** Head of an e-mail: in both schemes with the light accent, as in mail programs. */
function MailHead({ form }: { form: BrandForm }) {
  const { t } = useTranslation();
  const accent = isColor(form.accentLight) ? form.accentLight : undefined;
  return (
    <div className={classes.mail} style={(accent ? { '--mail-accent': accent } : {}) as CSSProperties}>
      <span className={classes.from}>
        {form.name} &lt;{form.mailFrom.trim() || t('brands.serverSender')}&gt;
      </span>
      <div className={classes.mailCard}>
        <b className={classes.mailBrand}>{form.name}</b>
        <b>{t('brands.previewMail')}</b>
        <span className={classes.mailButton}>{t('brands.previewOpen')}</span>
      </div>
    </div>
  );
}
