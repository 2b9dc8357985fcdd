// The footer of every page but sign-in, with links of the router.
import { Link } from '@tanstack/react-router';
import { links } from '../links.ts';
import { type FooterProps, PlainFooter } from './PlainFooter.tsx';

const policyLink = (text: string) => <Link {...links.privacyPolicy()}>{text}</Link>;

export const Footer = (props: FooterProps) => <PlainFooter policyLink={policyLink} {...props} />;
