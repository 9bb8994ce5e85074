import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { useId } from 'react';
import { aboutTime } from '#platform/taskTime.ts';
import { chosenGoals, noGoals, organizationContract, servedWords } from '#modules/organization/contract.ts';
import { useLoaded } from '#platform/web/useLoaded.ts';
import { GoalMark } from '#ui/badge/GoalMark.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import type { OutOfBoxPolicy, PolicySummary } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import { policyGoals } from '../goals.ts';
import classes from './Templates.module.css';
import { standingOf, StandingPill } from './PolicyPills.tsx';

function TemplateCard({ template, versions }: { template: OutOfBoxPolicy; versions: PolicySummary[] }) {
  const id = useId();
  const chosen = chosenGoals(useLoaded(organizationContract.profileCheck)?.orgGoals ?? noGoals);
  const goals = servedWords(policyGoals[template.id] ?? [], chosen);
  return (
    <li className={`${classes.card} flex flex-col min-w-0 relative gap-1.5 border rounded-card p-4`}>
      <div className="flex items-start justify-between gap-2">
        <h4 className="text-body leading-5">
          <Link
            href={policiesPaths.policy(template.id)}
            className={`${classes.link} text-plain no-underline`}
            aria-describedby={id}
          >
            {template.name}
          </Link>
        </h4>
      </div>
      <p id={id} className="text-dimmed text-pretty">
        {template.summary}
      </p>
      <GoalMark lead="For your goals" goals={goals} />
      <p className={`${classes.foot} row flex-wrap justify-between gap-1 gap-x-3 text-small text-dimmed`}>
        <span className="inline-row gap-1.5">
          <IconClock size={16} stroke={1.5} aria-hidden /> {aboutTime(template.minutes)}
        </span>
        {versions.length > 0 ? (
          <span className={`${classes.pills} flex-wrap gap-1`}>
            {versions.map((one) => (
              <StandingPill key={one.version} standing={standingOf(one)} />
            ))}
          </span>
        ) : (
          <span className="text-dimmed">{template.saved ? 'In your history' : 'Not started'}</span>
        )}
      </p>
    </li>
  );
}

type GroupProps = { title: string; note?: string; templates: OutOfBoxPolicy[]; policies: PolicySummary[] };

function Group({ title, note, templates, policies }: GroupProps) {
  const id = useId();
  return (
    <div>
      <h3 id={id} className="text-reading">
        {title}
      </h3>
      {note && <p className="text-dimmed mt-0.5">{note}</p>}
      <ul className={`${classes.cards} mt-3 grid gap-3`} aria-labelledby={id}>
        {templates.map((one) => (
          <TemplateCard
            key={one.id}
            template={one}
            versions={policies.filter((policy) => policy.id === one.id)}
          />
        ))}
      </ul>
    </div>
  );
}

/** Policies that come complete; on a fresh account the five to begin with stand first. */
export function TemplateList({
  templates,
  policies,
}: {
  templates: OutOfBoxPolicy[];
  policies: PolicySummary[];
}) {
  const inOrder = templates.toSorted((one, other) => one.order - other.order);
  const isFresh = !inOrder.some((one) => one.starter && one.saved);
  const starters = inOrder.filter((one) => one.starter);
  const minutes = starters.reduce((sum, one) => sum + one.minutes, 0);
  const rest = inOrder.filter((one) => !one.starter);
  return (
    <Panel
      title="Out of the box"
      description={`${inOrder.length} complete policies in plain English. Fill in the details of your company, read the text beside them, and approve.`}
    >
      {isFresh && starters.length > 0 ? (
        <div className="stack gap-8">
          <Group
            title={starters.length === 5 ? 'Begin with these five' : 'Begin with these'}
            note={`Plan ${aboutTime(minutes)} in all to fill them in and read them.`}
            templates={starters}
            policies={policies}
          />
          <Group title="Add these when the first ones hold" templates={rest} policies={policies} />
        </div>
      ) : (
        <div className="stack gap-8">
          {starters.some((one) => !one.saved) && (
            <Group
              title="Begin with these"
              templates={starters.filter((one) => !one.saved)}
              policies={policies}
            />
          )}
          <Group
            title={starters.some((one) => !one.saved) ? 'All others' : 'All templates'}
            templates={inOrder.filter((one) => !one.starter || one.saved)}
            policies={policies}
          />
        </div>
      )}
    </Panel>
  );
}
