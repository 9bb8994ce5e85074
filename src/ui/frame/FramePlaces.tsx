import classes from './FramePlaces.module.css';
import { Link } from '../text/Link.tsx';
import type { FramePlace } from './menu.ts';

const spoken = ({ label, count = 0 }: FramePlace) => (count > 0 ? `${label}, ${count} new` : label);

function Place({
  place,
  compact,
  onNavigate,
}: {
  place: FramePlace;
  compact: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { icon: Icon, label, count = 0, href, current, onSelect } = place;
  const common = compact
    ? { className: classes.button, 'aria-label': spoken(place) }
    : { className: classes.place };
  const content = (
    <>
      <Icon size={compact ? 22 : 20} stroke={1.5} aria-hidden />
      {!compact && <span className="flex-1 min-w-0">{label}</span>}
      {count > 0 && compact && <span className={`${classes.dot} absolute rounded-circle`} aria-hidden />}
      {count > 0 && !compact && (
        <span
          className={`${classes.count} text-tiny leading-5 font-semibold text-accent text-center rounded-full bg-accent`}
        >
          <span className="visually-hidden">, </span>
          {count}
          <span className="visually-hidden"> new</span>
        </span>
      )}
    </>
  );
  if (href)
    return (
      <Link
        {...common}
        href={href}
        aria-current={current ? 'page' : undefined}
        data-current={current || undefined}
        onClick={onNavigate}
      >
        {content}
      </Link>
    );
  return (
    <button
      {...common}
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onNavigate?.();
        onSelect?.();
      }}
    >
      {content}
    </button>
  );
}

/** Places that are always at hand: lines with their names, or `compact` buttons for a header. */
export function FramePlaces({
  places,
  compact = false,
  onNavigate,
}: {
  places: FramePlace[];
  compact?: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  if (places.length === 0) return null;
  return (
    <ul
      className={compact ? 'flex gap-1 ms-auto' : 'grid flex-none gap-0.5 border-t px-3 py-2'}
      aria-label="Help and news"
    >
      {places.map((place) => (
        <li key={place.id}>
          <Place place={place} compact={compact} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}
