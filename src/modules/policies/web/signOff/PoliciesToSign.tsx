import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useState } from 'react';
import { percentOf } from '#platform/percent.ts';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { policiesPaths } from '../../paths.ts';
import { useAskToSign } from './changes.ts';
import { peopleCount } from './messages.ts';
import { signaturesCsv, type AskedPolicy, type Standing } from './queries.ts';
import classes from './SignOff.module.css';

/** How many have signed, as a bar and in words. */
function Signed({ policy: { asked, signed, people } }: { policy: AskedPolicy }) {
  if (!asked)
    return (
      <span className={classes.quiet}>
        {signed > 0 ? `Not asked now, ${signed} signed before` : 'Not asked'}
      </span>
    );
  if (people === 0) return <span className={classes.quiet}>No one on the team yet</span>;
  const percent = percentOf(signed, people);
  return (
    <div className="grid gap-1">
      <span
        className={`${classes.bar} bg-border block rounded-full overflow-hidden`}
        data-full={signed >= people || undefined}
        aria-hidden
      >
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      <span className={`${classes.count} text-small text-dimmed tabular-nums`}>
        {signed} of {people} signed
      </span>
    </div>
  );
}

/** What pressing Save will do, in one or two sentences. */
function consequence(more: AskedPolicy[], fewer: AskedPolicy[], people: number): string {
  const names = (list: AskedPolicy[]) => new Intl.ListFormat('en-US').format(list.map(({ name }) => name));
  const asks =
    more.length === 0
      ? ''
      : people === 0
        ? `People you add will be asked to sign ${names(more)}.`
        : `${peopleCount(people)} will be asked to sign ${names(more)}, and ${people === 1 ? 'gets' : 'each gets'} one email with a link.`;
  const stops =
    fewer.length === 0
      ? ''
      : `No one will be asked to sign ${names(fewer)} any more; what was signed stays on record.`;
  return [asks, stops].filter(Boolean).join(' ');
}

/** Policies that hold, and which of them the team signs. Several are chosen before anybody is mailed. */
export function PoliciesToSign({ standing: { policies, people } }: { standing: Standing }) {
  const [changed, setChanged] = useState<Record<string, boolean>>({});
  const ask = useAskToSign();
  const isAsked = (policy: AskedPolicy) => changed[policy.id] ?? policy.asked;
  const more = policies.filter((one) => !one.asked && isAsked(one));
  const fewer = policies.filter((one) => one.asked && !isAsked(one));
  const none = policies.every((one) => !one.asked);
  const open = more.length + fewer.length > 0;
  const save = () =>
    ask.mutate(
      { policyTypes: policies.filter(isAsked).map(({ id }) => id) },
      { onSettled: (_reply, error) => !error && setChanged({}) },
    );
  return (
    <Panel
      flush
      title={none && people > 0 ? 'Choose what your team signs' : 'Policies to sign'}
      description={
        none
          ? 'Switch on the policies that everyone reads and signs, then save. No emails are sent before that.'
          : 'Your active policies, and how many people have signed them.'
      }
    >
      <ul>
        {policies.map((policy) => (
          <li
            key={policy.id}
            className={`${classes.policy} min-h-16 grid items-center gap-2 gap-x-8 border-t`}
          >
            <div className={`${classes.policyName} grid min-w-0 gap-0.5 wrap-anywhere`}>
              <Link
                className={`${classes.link} font-medium text-accent hover-underline`}
                href={policiesPaths.version(policy.id, policy.version)}
              >
                <bdi>{policy.name}</bdi>
              </Link>
              <span className={classes.quiet}>Version {policy.version}</span>
            </div>
            <Signed policy={policy} />
            <Switch
              className={`${classes.switch} row`}
              label="Ask people to sign"
              aria-label={`Ask people to sign ${policy.name}`}
              labelPosition="left"
              size="md"
              checked={isAsked(policy)}
              disabled={ask.isPending}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                setChanged((before) => ({ ...before, [policy.id]: checked }));
              }}
            />
            {policy.asked || policy.signed > 0 ? (
              <Tooltip label="Export signatures">
                <ActionIcon
                  component="a"
                  href={signaturesCsv(policy.id)}
                  download
                  aria-label={`Export signatures of ${policy.name} (CSV)`}
                >
                  <IconDownload size={20} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ) : (
              <span className={classes.gap} />
            )}
          </li>
        ))}
      </ul>
      <div
        className={`${classes.saveBar} row flex-wrap justify-between gap-3 gap-x-6`}
        data-open={open || undefined}
      >
        <output className={`${classes.consequence} wrap-anywhere text-pretty`}>
          {consequence(more, fewer, people)}
        </output>
        {open && (
          <div className={`${classes.saveButtons} flex gap-2`}>
            <Button variant="default" disabled={ask.isPending} onClick={() => setChanged({})}>
              Undo
            </Button>
            <Button loading={ask.isPending} onClick={save}>
              {more.length > 0 && people > 0 ? 'Save and send emails' : 'Save'}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}
