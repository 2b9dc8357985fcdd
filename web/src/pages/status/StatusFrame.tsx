// Layout of the pages outside the portal: brand, one message and the footer.
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../brand/Logo.tsx';
import { brand } from '../../brand/portal.ts';
import { links } from '../../links.ts';
import { Footer } from '../../shell/Footer.tsx';
import classes from './StatusPage.module.css';

export function StatusFrame({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title]);
  return (
    <div className={classes.page}>
      <header>
        <Link {...links.signIn()} className={classes.brand}>
          <Logo size={32} />
          {brand.name}
        </Link>
      </header>
      {children}
      <Footer />
    </div>
  );
}

interface MessageProps {
  code: string;
  title: string;
  text: string;
  action: ReactNode;
}

export function StatusMessage({ code, title, text, action }: MessageProps) {
  return (
    <StatusFrame title={title}>
      <main className={classes.center}>
        <div className={`${classes.code} num`}>{code}</div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        <div className={classes.action}>{action}</div>
      </main>
    </StatusFrame>
  );
}
