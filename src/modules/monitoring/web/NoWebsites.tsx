import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';
import { AddWebsiteButton, type WebsiteLimit } from './AddWebsiteButton.tsx';
import classes from './WebsiteScans.module.css';

type NoWebsitesProps = { limit: WebsiteLimit; onAdd: (button: HTMLElement) => void; onApproach: () => void };

const steps = [
  { title: 'Name it', text: 'Say which website it is, and confirm that it may be scanned.' },
  { title: 'Schedule it', text: 'Choose how often. It is scanned while nobody has to think of it.' },
  { title: 'Fix what counts', text: 'Read in plain words what was found, the worst first, and download reports as proof.' },
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
        A scan looks at your website like an attacker would, without harming it, and tells you what to fix.
      </EmptyState>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <li key={step.title}>
            <span className={classes.stepNumber} aria-hidden>
              {index + 1}
            </span>
            <h3 className={classes.stepTitle}>{step.title}</h3>
            <p className={classes.quiet}>{step.text}</p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
