import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';
import { AddWebsiteButton, type WebsiteLimit } from './AddWebsiteButton.tsx';
import classes from './WebsiteScans.module.css';

type NoWebsitesProps = { limit: WebsiteLimit; onAdd: (button: HTMLElement) => void; onApproach: () => void };

const steps = [
  { title: 'Name it', text: 'Tell us which website to scan, and confirm that you have permission.' },
  { title: 'Schedule it', text: 'Scan now, then as often as you choose. Scheduled scans run automatically.' },
  {
    title: 'Fix what counts',
    text: 'Read each issue in plain language, most severe first, and download reports as proof.',
  },
];

/** Before the first website: what this page is for and the one next step. */
export function NoWebsites({ limit, onAdd, onApproach }: NoWebsitesProps) {
  return (
    <Panel>
      <EmptyState
        drawing={<DrawingWebsiteScan />}
        title="Find out what your website gives away"
        action={
          <span onMouseEnter={onApproach} onFocus={onApproach}>
            <AddWebsiteButton label="Add a Website" limit={limit} onAdd={onAdd} />
          </span>
        }
      >
        A scan tests your website the way an attacker would, without harming it, and shows you what to fix.
      </EmptyState>
      <ol className={`${classes.steps} grid-cols-3 grid gap-6 border-t`}>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span
              className={`${classes.stepNumber} grid place-items-center text-small font-semibold text-accent rounded-full bg-accent mb-2`}
              aria-hidden
            >
              {index + 1}
            </span>
            <h3 className="text-reading">{step.title}</h3>
            <p className={`measure-64 text-dimmed text-pretty`}>{step.text}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
