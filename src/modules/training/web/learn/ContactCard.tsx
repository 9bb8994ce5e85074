import IconHeartHandshake from '@tabler/icons-react/dist/esm/icons/IconHeartHandshake.mjs';
import classes from './Learn.module.css';
import type { Learning } from './queries.ts';

function Reach({ reach }: { reach: string }) {
  if (/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(reach))
    return (
      <a className="text-accent" href={`mailto:${encodeURIComponent(reach).replace('%40', '@')}`}>
        {reach}
      </a>
    );
  if (/^[+\d][\d\s().-]{4,}$/.test(reach))
    return (
      <a className="text-accent" href={`tel:${reach.replace(/[^+\d]/g, '')}`}>
        {reach}
      </a>
    );
  return <>{reach}</>;
}

export function ContactCard({ contact }: { contact: NonNullable<Learning['contact']> }) {
  return (
    <aside
      className={`${classes.contact} border-accent row flex-wrap gap-2 gap-x-4 wrap-anywhere rounded-card bg-accent px-5 py-4`}
      aria-label="Whom to tell"
    >
      <IconHeartHandshake size={26} stroke={1.5} aria-hidden />
      <p>
        <strong>Something looks wrong? Tell {contact.name}</strong>
        {contact.reach && (
          <>
            : <Reach reach={contact.reach} />
          </>
        )}
        . Early is best, and no one is blamed for asking.
      </p>
    </aside>
  );
}
