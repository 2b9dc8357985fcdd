// Layout of the pages before sign-in: brand, title with a sentence, and footer with the language.
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../brand/Logo.tsx';
import { brand, portal } from '../../brand/portal.ts';
import { Footer } from '../../shell/Footer.tsx';
import { LanguageChoice } from '../../shell/LanguageChoice.tsx';
import classes from './SignInPage.module.css';

interface Props {
  title: string;
  text: string;
  /** True for forms with fields side by side. */
  isWide?: boolean;
  children: ReactNode;
}

export function AuthFrame({ title, text, isWide = false, children }: Props) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  return (
    <div className={classes.page}>
      <main className={isWide ? classes.wideBox : classes.box}>
        <div className={classes.form}>
          <div className={classes.brand}>
            <Logo size={44} />
            <h1>{title}</h1>
            <p>{text}</p>
          </div>
          {children}
          {portal.demo?.mailPath && (
            <p className={classes.demoMails}>
              <a href={portal.demo.mailPath} target="_blank" rel="noopener">
                {t('common.demoMails')}
              </a>
            </p>
          )}
        </div>
      </main>
      <Footer className={classes.footer}>
        <LanguageChoice quiet />
      </Footer>
    </div>
  );
}
