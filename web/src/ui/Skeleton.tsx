// Skeletons of the final size, so that nothing moves when the data arrive.
import classes from './ui.module.css';

/** One grey bar; sizes in CSS lengths or pixels. */
export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number | string }) {
  return <span className={classes.bone} style={{ width, height }} data-bone aria-hidden />;
}

/** A figure with its label and note. */
export function FigureSkeleton({ size = 'md', withNote = true }: { size?: 'lg' | 'md' | 'sm'; withNote?: boolean }) {
  const height = { lg: 38, md: 26, sm: 22 }[size];
  return (
    <div aria-hidden style={{ display: 'grid', gap: 2 }}>
      <Skeleton width={64} height={14} />
      <Skeleton width={112} height={height - 4} />
      {withNote && <Skeleton width={80} height={14} />}
    </div>
  );
}

/** Rows of a table or list. */
export function RowSkeletons({ rows = 8, height = 40 }: { rows?: number; height?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton have no other identity
        <div key={row} className={classes.boneRow} style={{ height }}>
          <Skeleton width="12%" />
          <Skeleton width={`${24 + ((row * 7) % 14)}%`} />
          <Skeleton width="10%" />
          <Skeleton width="16%" />
        </div>
      ))}
    </div>
  );
}
