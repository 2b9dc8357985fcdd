// The logo of the current brand, drawn inline so that it needs no request and follows the page's colours.
import { type Brand, brandOf, type LogoName } from './brands.ts';
import { brand as current } from './portal.ts';

/** A sun with one ray drawn as a dot and a dash, like a signal from a heliograph's mirror. */
function HeliographMark() {
  return (
    <>
      <circle cx="14.5" cy="17.5" r="6.5" fill="#E69F00" />
      <path
        d="M14.5 4.2v3.4M14.5 27.4v3.4M1.2 17.5h3.4M24.4 17.5h3.4M5.1 8.1l2.4 2.4M21.5 24.5l2.4 2.4M5.1 26.9l2.4-2.4"
        stroke="#E69F00"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
      <path d="M21.4 10.6h.01M24.6 7.4l4.4-4.4" stroke="#E69F00" strokeWidth="3" strokeLinecap="round" />
    </>
  );
}

/** A four-pointed star above its horizon. */
function NorthlightMark() {
  return (
    <>
      <path
        d="M16 1.5c.9 7.4 3.6 10.6 10.5 11.9C19.6 14.7 16.9 17.9 16 25.3c-.9-7.4-3.6-10.6-10.5-11.9C12.4 12.1 15.1 8.9 16 1.5Z"
        fill="#7FE0C3"
      />
      <path
        d="M4 28.5c4-3.2 8-4.5 12-4.5s8 1.3 12 4.5"
        fill="none"
        stroke="#B699F2"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </>
  );
}

function PlainMark({ brand }: { brand: Brand }) {
  return (
    <>
      <rect x="2" y="2" width="28" height="28" rx="8" fill="var(--accent)" />
      <text x="16" y="21.5" textAnchor="middle" fontSize="14" fontWeight="650" fill="var(--on-accent)">
        {brand.id}
      </text>
    </>
  );
}

const MARKS: Record<LogoName, (props: { brand: Brand }) => React.ReactNode> = {
  heliograph: HeliographMark,
  northlight: NorthlightMark,
  plain: PlainMark,
};

/** `titled` adds the brand's name for screen readers; omit it where the name is shown next to the logo. */
export function Logo({ size = 32, titled = false, brandId }: { size?: number; titled?: boolean; brandId?: number }) {
  const brand = brandId === undefined ? current : brandOf(brandId);
  if (!brand.withLogo) return null;
  const Mark = MARKS[brand.logo];
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      role={titled ? 'img' : undefined}
      aria-label={titled ? brand.name : undefined}
      aria-hidden={titled ? undefined : true}
    >
      <Mark brand={brand} />
    </svg>
  );
}
