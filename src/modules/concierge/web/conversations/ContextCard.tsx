import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { Link } from '#ui/text/Link.tsx';
import type { QuestionAbout } from '#modules/plans/web/public.ts';
import classes from './Conversation.module.css';

const kinds: Record<QuestionAbout['kind'], string> = {
  finding: 'Finding of a website scan',
  issue: 'Issue of a website',
  rating: 'Risk of your rating',
  element: 'Element of your maturity report',
  policy: 'Security policy',
  course: 'Training course',
  message: 'Message',
  weakness: 'Security weakness',
  report: 'Report',
  offering: 'What we can do for you',
  incident: 'Incident',
};

/** What a question is about, as the experts see it. */
export function ContextCard({
  about,
  linked = false,
}: {
  about: Omit<QuestionAbout, 'kind'> & { kind: string };
  linked?: boolean;
}) {
  return (
    <div className="border rounded bg-hover px-4 py-3">
      <p className="row gap-1.5 text-small text-dimmed">
        <IconPaperclip size={16} stroke={1.5} aria-hidden />{' '}
        {kinds[about.kind as QuestionAbout['kind']] ?? 'About'}
      </p>
      <p className={`${classes.contextTitle} mt-0.5 font-medium wrap-anywhere`}>
        {linked && about.route ? (
          <Link href={about.route}>
            <bdi>{about.title}</bdi>
          </Link>
        ) : (
          <bdi>{about.title}</bdi>
        )}
      </p>
      {about.facts && about.facts.length > 0 && (
        <dl className={`${classes.facts} mt-2 grid gap-1 text-small`}>
          {about.facts.map(({ label, value }) => (
            <div key={`${label} ${value}`}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
