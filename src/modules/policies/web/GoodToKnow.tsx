import { aboutTime } from '#platform/taskTime.ts';
import { Panel } from '#ui/page/Panel.tsx';
import type { OutOfBoxPolicy } from '../entities.ts';
import classes from './Policies.module.css';
import { disclaimer } from './messages.ts';

/** `Between 8 and 14 minutes each` */
function aboutEach(templates: OutOfBoxPolicy[]): string {
  const each = templates.map((one) => one.minutes);
  return `Between ${Math.min(...each)} and ${Math.max(...each)} minutes each`;
}

/** What people ask who do this for the first time. */
export function GoodToKnow({ templates }: { templates: OutOfBoxPolicy[] }) {
  const starters = templates.filter((one) => one.starter);
  const minutes = starters.reduce((sum, one) => sum + one.minutes, 0);
  return (
    <Panel title="Good to know">
      <div className={`${classes.answers} grid`}>
        <div>
          <h3 className="text-reading mb-1">How many policies do we need?</h3>
          <p>
            Five are a good start, and enough for most first questions of a customer or an insurer. A company
            of up to fifty people that handles other people&rsquo;s data usually ends with ten to fourteen. A
            policy that no one follows is worse than none: add one only when you mean it.
          </p>
        </div>
        <div>
          <h3 className="text-reading mb-1">How long does it take?</h3>
          <p>
            {aboutEach(templates)}, most of it reading. The first{' '}
            {starters.length === 5 ? 'five' : starters.length} together take {aboutTime(minutes)}. Names and
            addresses that you enter once are filled into all others.
          </p>
        </div>
        <div>
          <h3 className="text-reading mb-1">What happens after approval?</h3>
          <p>
            The text is frozen with its date, its approver and a fingerprint, and the policy is active. Later
            changes start a new draft, while the approved version stays in force. When a review is due, this
            list says so.
          </p>
        </div>
      </div>
      <p className={`pt-4 text-small text-dimmed text-pretty border-t mt-6`}>{disclaimer}</p>
    </Panel>
  );
}
