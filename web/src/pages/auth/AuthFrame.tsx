// Layout of the pages before sign-in: brand, title with a sentence, and footer with the language.
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../brand/Logo.tsx';
import { brand } from '../../brand/portal.ts';
import { Footer } from '../../shell/Footer.tsx';
import { LanguageChoice } from '../../shell/LanguageChoice.tsx';
import { DemoMails } from './DemoMails.tsx';
import classes from './SignInPage.module.css';

interface Props {
  title: string;
  text: string;
  /** True for forms with fields side by side. */
  isWide?: boolean;
  children: ReactNode;
}

export function AuthFrame({ title, text, isWide = false, children }: Props) {
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
          <DemoMails />
        </div>
      </main>
      <Footer className={classes.footer}>
        <LanguageChoice quiet />
      </Footer>
    </div>
  );
}
